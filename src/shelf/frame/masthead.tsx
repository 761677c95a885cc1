import type { ComponentChildren, VNode } from 'preact';
import type { View } from '../views.js';
import type { SentenceName } from '../words/catalog.js';
import { Icon } from './icon.js';

/** A sentence without values, in the page's language. */
export type Say = (
  name: Extract<
    SentenceName,
    | 'myShelf'
    | 'loans'
    | 'holds'
    | 'search'
    | 'mySettings'
    | 'signOut'
    | 'keyword'
    | 'searchNow'
    | 'readingShelf'
  >,
) => string;

interface MastheadProps {
  readonly say: Say;
  readonly view: View;
  /** The library's mark. */
  readonly brand: ComponentChildren;
  /** The attributes of the link to a view. */
  readonly linkTo: (view: View) => object;
  /** How many there are, as it is written; absent: none, or it is not known yet. */
  readonly counts: Readonly<Partial<Record<View, string>>>;
  readonly onSignOut?: () => void;
  /** The search box. */
  readonly children: ComponentChildren;
}

/** What stays in sight in every view: the page shows it before its script runs, and after. */
export function Masthead({ say, view, brand, linkTo, counts, onSignOut, children }: MastheadProps): VNode {
  const link = (to: 'loans' | 'holds' | 'search', name: string): VNode => (
    <a {...linkTo(to)}>
      <Icon of={to} />
      {name} {to !== 'search' && <span class="count">{counts[to]}</span>}
    </a>
  );
  return (
    <header class="masthead" data-view={view}>
      <div class="bar">
        <h1 class="for-readers">{say('myShelf')}</h1>
        {brand}
        <nav class="views" aria-label={say('myShelf')}>
          {link('loans', say('loans'))}
          {link('holds', say('holds'))}
          {link('search', say('search'))}
        </nav>
        <div class="own">
          <a {...linkTo('settings')}>
            <Icon of="settings" />
            <span class="word">{say('mySettings')}</span>
          </a>
          <button onClick={onSignOut}>
            <Icon of="signOut" />
            <span class="word">{say('signOut')}</span>
          </button>
        </div>
      </div>
      {children}
    </header>
  );
}

interface SearchBoxProps {
  readonly say: Say;
  readonly id: string;
  readonly keyword?: string;
  readonly onSubmit?: (event: SubmitEvent) => void;
}

export function SearchBox({ say, id, keyword = '', onSubmit }: SearchBoxProps): VNode {
  return (
    <form id={id} class="search" role="search" onSubmit={onSubmit}>
      <input
        name="keyword"
        type="search"
        aria-label={say('keyword')}
        placeholder={say('keyword')}
        defaultValue={keyword}
      />
      <button>
        <Icon of="search" />
        <span class="for-readers">{say('searchNow')}</span>
      </button>
    </form>
  );
}
