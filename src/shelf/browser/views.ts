import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type View, viewAt, VIEWS } from '../views.js';

/** What a search asks for, by the names of the template's variables. */
export type SearchParameters = Readonly<Record<string, string>>;

/** What the service reads of the address stays in it. */
const OF_THE_PAGE = ['library', 'lang'];
/** As it is called in the address. */
const KEYWORD = 'q';

/**
 * The address that leads to a view.
 * @param shelf the address of a file of the shelf
 * @param page the address that the page has now
 */
export function viewAddress(shelf: string, page: string, view: View, asked?: SearchParameters): string {
  const address = new URL(view, shelf);
  const now = new URL(page).searchParams;
  for (const name of OF_THE_PAGE) if (now.has(name)) address.searchParams.set(name, now.get(name) ?? '');
  if (asked === undefined) return address.href;
  const { keyword = '', ...others } = asked;
  address.searchParams.set(KEYWORD, keyword);
  for (const [name, value] of Object.entries(others)) if (value !== '') address.searchParams.set(name, value);
  return address.href;
}

/** The view that an address leads to; undefined for none. */
export function viewIn(page: string): View | undefined {
  return viewAt(new URL(page).pathname);
}

/** The search that an address asks for; undefined for none. */
export function searchIn(page: string): SearchParameters | undefined {
  if (viewIn(page) !== 'search') return undefined;
  const given = [...new URL(page).searchParams].filter(([name]) => !OF_THE_PAGE.includes(name));
  if (given.length === 0) return undefined;
  return Object.fromEntries(given.map(([name, value]) => [name === KEYWORD ? 'keyword' : name, value]));
}

/** The action on a hold that a link in a mail asks for; undefined for none. */
export function actionAskedFor(page: string, reserveId: string): string | undefined {
  const asked = new URL(page).searchParams;
  return asked.get('hold') === reserveId ? (asked.get('action') ?? undefined) : undefined;
}

/** Where a former address leads, with the view behind `#`; undefined for any other. */
export function movedAddress(shelf: string, page: string): string | undefined {
  const { hash } = new URL(page);
  if (viewIn(page) !== undefined) return undefined;
  const view = VIEWS.find((each) => hash === `#${each}`);
  if (view !== undefined) return viewAddress(shelf, page, view);
  if (!hash.startsWith('#?')) return undefined;
  return viewAddress(shelf, page, 'search', Object.fromEntries(new URLSearchParams(hash.slice(2))));
}

export function addressOf(view: View, asked?: SearchParameters): string {
  return viewAddress(import.meta.url, location.href, view, asked);
}

/** The address of the page, and what changes it. */
export interface Addressed {
  readonly address: string;
  /** How often the patron has gone back or forth. */
  readonly moves: number;
  /** Goes on to another one. The page is not loaded anew: Back leads to this one. */
  readonly go: (address: string) => void;
}

export function useAddress(): Addressed {
  const [address, setAddress] = useState(location.href);
  const [moves, setMoves] = useState(0);
  useEffect(() => {
    const look = (): void => {
      setAddress(location.href);
      setMoves((before) => before + 1);
    };
    addEventListener('popstate', look);
    return () => removeEventListener('popstate', look);
  }, []);
  const go = (next: string): void => {
    if (next !== location.href) {
      history.replaceState({ top: scrollY }, '');
      history.pushState(null, '', next);
    }
    setAddress(next);
  };
  return { address, moves, go };
}

function topOf(state: unknown): number {
  return (state as { readonly top?: number } | null)?.top ?? 0;
}

/** Moves the focus to the heading of the view that is shown. */
export function showView(view: View, options?: FocusOptions): void {
  document.getElementById(view)?.focus(options);
}

/**
 * A view that has come is read from its heading.
 * @param isNew the patron has just signed in: the form is gone, and the focus with it
 */
export function useView(view: View, { address, moves }: Addressed, isNew: boolean): void {
  const shown = useRef({ address, moves });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { address, moves };
    const isFirst = before.address === address && before.moves === moves;
    if (isFirst && !isNew && viewIn(address) === undefined) return;
    showView(view, { preventScroll: true });
    // After Back the patron is where they were: the browser looks for that place before it is there again.
    if (!isFirst) scrollTo(0, before.moves === moves ? 0 : topOf(history.state));
  }, [address, moves]);
}
