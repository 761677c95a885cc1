import type { VNode } from 'preact';
import type { LibraryRecord } from '../http/records.js';
import { SearchForm } from '../search/search-form.js';
import type { PatronData } from '../use-patron.js';
import { type Addressed, addressOf, searchIn, showView, type View } from '../views.js';
import { say } from '../words/say.js';
import { Brand } from './brand.js';
import { Icon } from './icon.js';

interface BarProps {
  /** Undefined until the shelf was read. */
  readonly things: PatronData | undefined;
  readonly view: View;
  readonly addressed: Addressed;
  /** Where the patron has searched last. */
  readonly lastSearch: string;
  readonly onSignOut: () => void;
}

/** What stays in sight in every view: whose shelf it is, the ways to the views, and the search. */
export function Bar({ things, view, addressed, lastSearch, onSignOut }: BarProps): VNode {
  const linkTo = linksFrom(view, addressed);
  const template = things?.patron.linkTemplates?.search;
  return (
    <header class="masthead" data-view={view}>
      <div class="bar">
        {things && <SkipLink view={view} />}
        <h1 class="for-readers">{say('myShelf')}</h1>
        <Brand library={things?.library} />
        {things && <ViewLinks things={things} linkTo={linkTo} lastSearch={lastSearch} />}
        <div class="own">
          {things && (
            <a {...linkTo('settings', addressOf('settings'))}>
              <Icon of="settings" />
              <span class="word">{say('mySettings')}</span>
            </a>
          )}
          <button onClick={onSignOut}>
            <Icon of="signOut" />
            <span class="word">{say('signOut')}</span>
          </button>
        </div>
      </div>
      {template && (
        <SearchForm
          // The search that Back leads to has its own values.
          key={`${addressed.moves} ${view === 'search'}`}
          keyword={searchIn(addressed.address)?.keyword ?? ''}
          onAsk={(wanted) => addressed.go(addressOf('search', wanted))}
        />
      )}
    </header>
  );
}

type LinkTo = (view: View, address: string) => object;

/** Links that change the view without loading the page anew. */
function linksFrom(present: View, addressed: Addressed): LinkTo {
  return (view, address) => ({
    href: address,
    'aria-current': view === present ? 'page' : undefined,
    onClick: (event: MouseEvent) => {
      // To open a link elsewhere is the browser's.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      addressed.go(address);
    },
  });
}

function SkipLink({ view }: { readonly view: View }): VNode {
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

interface ViewLinksProps {
  readonly things: PatronData;
  readonly linkTo: LinkTo;
  readonly lastSearch: string;
}

function ViewLinks({ things, linkTo, lastSearch }: ViewLinksProps): VNode {
  const [loans, holds] = [things.loans.checkouts.length, things.holds.holds.length];
  return (
    <nav class="views" aria-label={say('myShelf')}>
      <a {...linkTo('loans', addressOf('loans'))}>
        <Icon of="loans" />
        {loans === 0 ? say('loans') : say('loansCounted', { count: loans })}
      </a>
      <a {...linkTo('holds', addressOf('holds'))}>
        <Icon of="holds" />
        {holds === 0 ? say('holds') : say('holdsCounted', { count: holds })}
      </a>
      <a {...linkTo('search', lastSearch)}>
        <Icon of="search" />
        {say('search')}
      </a>
    </nav>
  );
}

/** What the browser shows for the page, in its tabs and its history. */
export function titleOf(view: View, library: LibraryRecord | undefined): string {
  const name = say(view === 'settings' ? 'mySettings' : view);
  return library === undefined ? name : `${name} – ${library.name}`;
}
