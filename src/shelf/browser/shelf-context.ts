import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ApiClient } from './http/api-client.js';
import type { NamedFormat, PatronRecord } from './http/records.js';
import type { Titles } from './titles/titles.js';

/** What all parts of the page share. */
export interface Shelf {
  readonly client: ApiClient;
  readonly titles: Titles;
  readonly patron: PatronRecord;
  /** The library's names of formats. */
  readonly formats: readonly NamedFormat[];
  /** Changes whenever something was done: what was read before may be out of date. */
  readonly version: number;
  /** The service's time, as far as the page knows it. */
  readonly now: () => Date;
  /** Reads everything again, moves the focus to the first of these elements that is there, and says what was done. */
  readonly finish: (message: string, focusOn: readonly string[]) => Promise<void>;
  /** Reads everything again, for what has changed by itself. */
  readonly reread: () => Promise<void>;
  readonly announce: (message: string) => void;
}

export const ShelfContext = createContext<Shelf | undefined>(undefined);

export function useShelf(): Shelf {
  const shelf = useContext(ShelfContext);
  if (shelf === undefined) throw new Error('This part of the page is only for a patron who is signed in.');
  return shelf;
}

/** A format as the library calls it. */
export function useFormatName(): (id: string) => string | undefined {
  const { formats } = useShelf();
  return (id) => formats.find((format) => format.id === id)?.name;
}
