import type { VNode } from 'preact';
import { Masthead, SearchBox } from '../../frame/masthead.js';
import type { FirstFrame } from '../../frame/remembered.js';
import { nameOf } from '../../frame/skeletons.js';
import type { View } from '../../views.js';
import type { LibraryRecord } from '../http/records.js';
import { FORM, searchBy } from '../search/search-form.js';
import { type Addressed, addressOf, searchIn, showView } from '../views.js';
import { say, written } from '../words/say.js';
import { Brand } from './brand.js';

interface BarProps {
  /** Undefined until the shelf was read. */
  readonly library: LibraryRecord | undefined;
  /** With what is known so far. */
  readonly frame: FirstFrame;
  readonly view: View;
  readonly addressed: Addressed;
  /** Where the patron has searched last. */
  readonly lastSearch: string;
  readonly onSignOut: () => void;
}

/** The masthead of a patron who is signed in. */
export function Bar({ library, frame, view, addressed, lastSearch, onSignOut }: BarProps): VNode {
  const { loans, holds, brand } = frame;
  const linkTo = (to: View): object =>
    linkFrom(view, to, to === 'search' ? lastSearch : addressOf(to), addressed);
  return (
    <Masthead
      say={say}
      view={view}
      brand={<Brand library={library} first={brand} />}
      linkTo={linkTo}
      counts={{ ...(loans > 0 && { loans: written(loans) }), ...(holds > 0 && { holds: written(holds) }) }}
      onSignOut={onSignOut}
    >
      <SearchBox
        // The search that Back leads to has its own values.
        key={`${addressed.moves} ${view === 'search'}`}
        say={say}
        id={FORM}
        keyword={searchIn(addressed.address)?.keyword ?? ''}
        onSubmit={searchBy((wanted) => addressed.go(addressOf('search', wanted)))}
      />
    </Masthead>
  );
}

/** A link that changes the view without loading the page anew. */
function linkFrom(present: View, view: View, address: string, addressed: Addressed): object {
  return {
    href: address,
    'aria-current': view === present ? 'page' : undefined,
    onClick: (event: MouseEvent) => {
      // To open a link elsewhere is the browser's.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      addressed.go(address);
    },
  };
}

export function SkipLink({ view }: { readonly view: View }): VNode {
  const skip = (event: MouseEvent): void => {
    event.preventDefault();
    showView(view);
  };
  return (
    <a class="skip" href={`#${view}`} onClick={skip}>
      {say('skip')}
    </a>
  );
}

/** What the browser shows for the page, in its tabs and its history. */
export function titleOf(view: View, library: LibraryRecord | undefined): string {
  const name = nameOf(view, say);
  return library === undefined ? name : `${name} – ${library.name}`;
}
