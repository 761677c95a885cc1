import { chunksOf } from '../../platform/chunks.js';
import { inTurns } from '../../platform/turns.js';
import { copiesSchemas, type NamedCopiesKey } from '../kinds/copies/copies.schema.js';
import type { CsvMapping, CsvRecord } from './csv-mapping.js';
import { ONE_PER_ROW } from './csv-members.js';

interface KnownTitle {
  /** The first row that names it. */
  readonly row: number;
  /** Whether its copies are for holds, if the rows say so. */
  readonly holdable: unknown;
  readonly pickupHours: unknown;
  copies: number;
}

/** Returns the same keys, with the GUID of the title unless its ISBN belongs to none or to several, and with the collection that is meant. */
export type CopiesFinder = (named: readonly NamedCopiesKey[]) => Promise<readonly NamedCopiesKey[]>;

const FOUND_AT_ONCE = 1_000;
/** About 40 MB. A larger table would block other requests each time it grows. */
const MAX_TITLES = 250_000;

/** The rows of a file of copies: one per title and collection, or one per copy. */
export class CopiesRows {
  /** Whether each row is one copy. Records can only follow the last row, when the copies are counted. */
  readonly areCounted: boolean;
  private readonly titles = new Map<string, KnownTitle>();

  constructor(
    private readonly websiteId: number,
    mapping: CsvMapping,
    private readonly maxTitles = MAX_TITLES,
  ) {
    this.areCounted = mapping.some(({ member }) => member === ONE_PER_ROW);
  }

  /** @returns the row's record as text, empty if the row is counted; or why the row is rejected */
  lineOf(row: number, record: CsvRecord): { readonly text: string } | { readonly rejection: string } {
    const key = keyOf(record);
    // The rules of records report what is wrong.
    if (key === undefined) return { text: JSON.stringify(record) };
    const known = this.titles.get(key);
    if (known === undefined && this.titles.size === this.maxTitles)
      return {
        rejection: `names one more title than the ${this.maxTitles} that a file of copies may have: put this title into another file`,
      };
    const { holdable, pickupHours } = record;
    if (known === undefined) this.titles.set(key, { row, copies: 1, holdable, pickupHours });
    else if (this.areCounted && known.holdable !== holdable)
      return {
        rejection: `does not say the same of holds (holdable) as row ${known.row} of its title: import its other copies as a licence`,
      };
    else if (this.areCounted && known.pickupHours !== pickupHours)
      return {
        rejection: `does not have the same pickupHours as row ${known.row} of its title: let all of them say it`,
      };
    else if (this.areCounted) known.copies += 1;
    else
      return {
        rejection: `names a title again: row ${known.row} has said how many copies it has. One row must have the number of all, or each row is one copy (${ONE_PER_ROW})`,
      };
    return { text: this.areCounted ? '' : JSON.stringify(record) };
  }

  /** The records of counted copies, each with the first row of its title. */
  async *counted(
    findCopies: CopiesFinder,
  ): AsyncGenerator<{ readonly number: number; readonly text: string }> {
    if (!this.areCounted) return;
    for (const [key, { row, copies, ...terms }] of await this.joinNames(findCopies)) {
      const { collectionId, ...named } = this.namedBy(key);
      const collection = collectionId === '' ? {} : { collectionId };
      const record = { record: 'copies', ...named, ...collection, copiesOwned: copies, ...terms };
      yield { number: row, text: JSON.stringify(record) };
    }
  }

  /** A title may have several ISBNs and other numbers: the record of one name would replace that of another. */
  private async joinNames(findCopies: CopiesFinder): Promise<Map<string, KnownTitle>> {
    const joined = new Map<string, KnownTitle>();
    for await (const some of inTurns(chunksOf([...this.titles], FOUND_AT_ONCE))) {
      const found = await findCopies(some.map(([key]) => this.namedBy(key)));
      for (const [index, [key, title]] of some.entries()) {
        const whole = keyFor(found[index] ?? this.namedBy(key));
        const same = joined.get(whole);
        if (same === undefined) joined.set(whole, title);
        else same.copies += title.copies;
      }
    }
    return joined;
  }

  private namedBy(key: string): NamedCopiesKey {
    const [collectionId, reserveId, isbn] = JSON.parse(key) as [string, string | null, string | null];
    const { websiteId } = this;
    return { websiteId, collectionId, reserveId: reserveId ?? undefined, isbn: isbn ?? undefined };
  }
}

/** The key of the title and collection that a row names; undefined if it names none. */
function keyOf({ record: _, ...members }: CsvRecord): string | undefined {
  const { data } = copiesSchemas.key.safeParse(members);
  return data && keyFor(data);
}

function keyFor({ collectionId, reserveId, isbn }: NamedCopiesKey): string {
  return JSON.stringify([collectionId, reserveId, isbn]);
}
