import { statement } from '../../src/platform/database/statement.js';
import { type Answer, type FieldValue, PatronClient } from './client.js';
import {
  category,
  collection,
  copies,
  library,
  patron,
  reserveIdOf,
  type TestRecord,
  title,
  WEBSITE_ID,
} from './records.js';
import { type ServiceUnderTest, startService } from './service.js';

export const HOLDS = '/v1/patrons/me/holds';
export const CHECKOUTS = '/v1/patrons/me/checkouts';

export interface TestTitle {
  readonly reserveId: string;
  readonly crossRefId: number;
}

/** Either way to name a title in an address; a title stands for its reserveId. */
type NamedTitle = TestTitle | string | number;

export function holdPath(named: NamedTitle): string {
  return `${HOLDS}/${typeof named === 'object' ? named.reserveId : named}`;
}

export function suspensionPath(named: NamedTitle): string {
  return `${holdPath(named)}/suspension`;
}

export function checkoutPath(named: NamedTitle): string {
  return `${CHECKOUTS}/${typeof named === 'object' ? named.reserveId : named}`;
}

type Values = Readonly<Record<string, FieldValue>>;

/** A patron at the holds and checkouts endpoints. */
export class Reader extends PatronClient {
  constructor(
    baseUrl: string,
    token: string,
    readonly patronId: number,
  ) {
    super(baseUrl, token);
  }

  get emailAddress(): string {
    return `reader-${this.patronId}@example.org`;
  }

  place(named: TestTitle, values: Values = { emailAddress: this.emailAddress }): Promise<Answer> {
    return this.post(HOLDS, { reserveId: named.reserveId, ...values });
  }

  list(): Promise<Answer> {
    return this.get(HOLDS);
  }

  find(named: NamedTitle): Promise<Answer> {
    return this.get(holdPath(named));
  }

  edit(named: NamedTitle, values: Values): Promise<Answer> {
    return this.put(holdPath(named), values);
  }

  remove(named: NamedTitle): Promise<Answer> {
    return this.delete(holdPath(named));
  }

  suspend(named: NamedTitle, values: Values = { suspensionType: 'indefinite' }): Promise<Answer> {
    return this.post(suspensionPath(named), values);
  }

  editSuspension(named: NamedTitle, values: Values): Promise<Answer> {
    return this.put(suspensionPath(named), values);
  }

  release(named: NamedTitle): Promise<Answer> {
    return this.delete(suspensionPath(named));
  }

  borrow({ reserveId }: TestTitle, values: Values = {}): Promise<Answer> {
    return this.post(CHECKOUTS, { reserveId, ...values });
  }

  loans(): Promise<Answer> {
    return this.get(CHECKOUTS);
  }

  loan(named: NamedTitle): Promise<Answer> {
    return this.get(checkoutPath(named));
  }

  giveBack(named: NamedTitle): Promise<Answer> {
    return this.delete(checkoutPath(named));
  }

  profile(): Promise<Answer> {
    return this.get('/v1/patrons/me');
  }

  /** All that this patron can see of what is theirs, to compare before and after. */
  async everything(): Promise<{ holds: unknown; profile: unknown }> {
    return { holds: (await this.list()).body as unknown, profile: (await this.profile()).body as unknown };
  }
}

interface Several {
  readonly 2: readonly [Reader, Reader];
  readonly 3: readonly [Reader, Reader, Reader];
  readonly 4: readonly [Reader, Reader, Reader, Reader];
}

/** A patron with a hold on a title that nobody else wants. */
export interface Held {
  readonly reader: Reader;
  readonly title: TestTitle;
}

const ADULTS_COLLECTION = 'adults';

const SHELF = statement(
  'test-shelf',
  `SELECT collection_id AS "collectionId", owned, on_loan AS "onLoan", set_aside AS "setAside", retiring
   FROM copies WHERE website_id = $1 AND reserve_id = $2`,
);

/** Where the copies of a title in one collection are. */
interface ShelfRow {
  readonly collectionId: string;
  readonly owned: number;
  readonly onLoan: number;
  readonly setAside: number;
  readonly retiring: number;
}

/**
 * A running service whose library grows as the tests of one file ask: each test takes patrons and titles of its own, so
 * that none needs or disturbs another. Adults may use the collections `main` and `adults`, children only `main`; nobody may
 * use `elsewhere`.
 */
export class TestLibrary {
  private lastTitle = 0;
  private lastPatron = 0;

  private constructor(readonly service: ServiceUnderTest) {}

  static async open(
    members: object = {},
    settings: Readonly<Record<string, string>> = {},
  ): Promise<TestLibrary> {
    const records = [
      library(members),
      collection('main'),
      collection(ADULTS_COLLECTION),
      collection('elsewhere'),
      category('adult', ['main', ADULTS_COLLECTION]),
      category('child', ['main']),
    ];
    return new TestLibrary(await startService(records, settings));
  }

  close(): Promise<void> {
    return this.service.close();
  }

  import(...records: TestRecord[]): Promise<void> {
    return this.service.import(...records);
  }

  /** A new title, with so many copies per collection; a number counts those in `main`. */
  async title(
    owned: number | Readonly<Record<string, number>> = 0,
    members: object = {},
  ): Promise<TestTitle> {
    const crossRefId = ++this.lastTitle;
    const perCollection = typeof owned === 'number' ? { main: owned } : owned;
    const shelved = Object.entries(perCollection).map(([id, number]) => copies(crossRefId, number, id));
    await this.import(title(crossRefId, members), ...shelved);
    return { crossRefId, reserveId: reserveIdOf(crossRefId) };
  }

  /** The library now owns so many copies of the title in a collection. */
  own({ crossRefId }: TestTitle, owned: number, collectionId = 'main'): Promise<void> {
    return this.import(copies(crossRefId, owned, collectionId));
  }

  /** A new patron, an adult unless `members` says otherwise. */
  async reader(members: object = {}): Promise<Reader> {
    const patronId = ++this.lastPatron;
    await this.import(patron(patronId, members));
    return this.signIn(patronId);
  }

  /** So many new adults. */
  async readers<Number extends keyof Several>(number: Number): Promise<Several[Number]> {
    return (await this.crowd(number)) as unknown as Several[Number];
  }

  async crowd(number: number): Promise<Reader[]> {
    const patronIds = Array.from({ length: number }, () => ++this.lastPatron);
    await this.import(...patronIds.map((patronId) => patron(patronId)));
    return Promise.all(patronIds.map((patronId) => this.signIn(patronId)));
  }

  /** So many new adults who have placed holds on the title, one after the other. */
  async inLine<Number extends keyof Several>(title: TestTitle, number: Number): Promise<Several[Number]> {
    const readers = await this.readers(number);
    for (const reader of readers) expect((await reader.place(title)).status).toBe(201);
    return readers;
  }

  private async signIn(patronId: number): Promise<Reader> {
    const { token } = await this.service.signIn(patronId);
    return new Reader(this.service.url, token, patronId);
  }

  /** A hold that waits, since the library owns no copy. */
  async waiting(values?: Values): Promise<Held> {
    return this.held(0, values);
  }

  /** A hold that has a copy set aside. */
  async ready(values?: Values): Promise<Held> {
    return this.held(1, values);
  }

  async suspended(suspension: Values = { suspensionType: 'indefinite' }, values?: Values): Promise<Held> {
    const held = await this.held(0, values);
    const { status } = await held.reader.suspend(held.title, suspension);
    expect(status).toBe(201);
    return held;
  }

  private async held(copiesOwned: number, values?: Values): Promise<Held> {
    const held = { reader: await this.reader(), title: await this.title(copiesOwned) };
    const { status } = await held.reader.place(held.title, values);
    expect(status).toBe(201);
    return held;
  }

  /** Where the copies of a title are, by collection. */
  async shelf({ reserveId }: TestTitle): Promise<Readonly<Record<string, Omit<ShelfRow, 'collectionId'>>>> {
    const rows = await this.service.database.run<ShelfRow>(SHELF, [WEBSITE_ID, reserveId]);
    return Object.fromEntries(rows.map(({ collectionId, ...numbers }) => [collectionId, numbers]));
  }
}
