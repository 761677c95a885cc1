import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ApiClient } from './http/api-client.js';
import type {
  HoldRecord,
  LibraryRecord,
  LoanRecord,
  NamedFormat,
  PatronRecord,
  Resource,
  WatchRecord,
} from './http/records.js';
import type { FoundPage, OtherFormatsOf } from './search/availability.js';
import type { Titles } from './titles/titles.js';
import type { View } from '../views.js';
import { textFor } from './words/say.js';

export interface NoteAt {
  readonly at: string | undefined;
  readonly message: string;
}

/** The pages of a search that the patron has come to, with their addresses. */
export interface FoundPages {
  readonly addresses: readonly string[];
  readonly pages: readonly FoundPage[];
}

/** What all parts of the page share. */
export interface Shelf {
  readonly client: ApiClient;
  readonly titles: Titles;
  readonly patron: PatronRecord;
  /** The library's names of formats. */
  readonly formats: readonly NamedFormat[];
  readonly nextHoliday: LibraryRecord['nextHoliday'];
  /** Changes whenever something was done: what was read before may be out of date. */
  readonly version: number;
  /** The service's time, as far as the page knows it. */
  readonly now: () => Date;
  /** The patron's holds, loans and what is kept for later, for what else shows their titles. */
  readonly holds: readonly HoldRecord[];
  readonly loans: readonly LoanRecord[];
  /** In which other formats what waits can be had. */
  readonly others: OtherFormatsOf;
  readonly watches: readonly WatchRecord[];
  /** What searches have found, by their addresses: Back leads to all that was shown. */
  readonly searches: Map<string, FoundPages>;
  /** What was done last, beside the element with this id. */
  readonly note: NoteAt | undefined;
  /** Called before something is done: what the page said before is no answer to it. */
  readonly begin: () => void;
  /**
   * Reads everything again, and says what was done at the first of these elements that is there.
   * @param view that is shown then; undefined: the present one
   */
  readonly finish: (
    message: string,
    focusOn: readonly string[],
    done?: Resource,
    view?: View,
  ) => Promise<void>;
  /** Something was done to it and it has not been read again since: nothing on it is offered. */
  readonly isSpent: (resource: Resource) => boolean;
  /** Reads everything again because the patron asks for it, who is told. */
  readonly refresh: () => Promise<void>;
  readonly isReading: boolean;
  readonly announce: (message: string) => void;
  /** Goes on to another address of the shelf. */
  readonly go: (address: string) => void;
}

export const ShelfContext = createContext<Shelf | undefined>(undefined);

export function useShelf(): Shelf {
  const shelf = useContext(ShelfContext);
  if (shelf === undefined) throw new Error('No patron is signed in.');
  return shelf;
}

/** A format in the patron's language, else as the library calls it. */
export function useFormatName(): (id: string) => string | undefined {
  const { formats } = useShelf();
  return (id) => textFor('formats', id) ?? formats.find((format) => format.id === id)?.name;
}
