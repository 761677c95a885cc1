import { statement } from '../../src/platform/database/statement.js';
import type { Constants } from '../../src/platform/settings/constants.js';
import { type Answer, type FieldValue, PatronClient } from './client.js';
import { NO_TIMEOUTS } from './database.js';
import { checkoutPath, CHECKOUTS, holdPath, HOLDS, ME, suspensionPath, type TitleOrId } from './paths.js';
import {
  category,
  collection,
  copies,
  library,
  patron as patronRecord,
  reserveIdOf,
  type TestRecord,
  title as titleRecord,
  WEBSITE_ID,
} from './records.js';
import { type ServiceUnderTest, sharedService, startService } from './service.js';

export interface TestTitle {
  readonly reserveId: string;
  readonly crossRefId: number;
}

type Values = Readonly<Record<string, FieldValue>>;

/** A patron who calls the holds and checkouts endpoints. */
export class TestPatron extends PatronClient {
  constructor(
    baseUrl: string,
    token: string,
    readonly patronId: number,
  ) {
    super(baseUrl, token);
  }

  get emailAddress(): string {
    return `patron-${this.patronId}@example.org`;
  }

  place({ reserveId }: TestTitle, values: Values = { emailAddress: this.emailAddress }): Promise<Answer> {
    return this.post(HOLDS, { reserveId, ...values });
  }

  list(): Promise<Answer> {
    return this.get(HOLDS);
  }

  find(title: TitleOrId): Promise<Answer> {
    return this.get(holdPath(title));
  }

  edit(title: TitleOrId, values: Values): Promise<Answer> {
    return this.put(holdPath(title), values);
  }

  remove(title: TitleOrId): Promise<Answer> {
    return this.delete(holdPath(title));
  }

  suspend(title: TitleOrId, values: Values = { suspensionType: 'indefinite' }): Promise<Answer> {
    return this.post(suspensionPath(title), values);
  }

  editSuspension(title: TitleOrId, values: Values): Promise<Answer> {
    return this.put(suspensionPath(title), values);
  }

  release(title: TitleOrId): Promise<Answer> {
    return this.delete(suspensionPath(title));
  }

  borrow({ reserveId }: TestTitle, values: Values = {}): Promise<Answer> {
    return this.post(CHECKOUTS, { reserveId, ...values });
  }

  loans(): Promise<Answer> {
    return this.get(CHECKOUTS);
  }

  loan(title: TitleOrId): Promise<Answer> {
    return this.get(checkoutPath(title));
  }

  returnTitle(title: TitleOrId): Promise<Answer> {
    return this.delete(checkoutPath(title));
  }

  profile(): Promise<Answer> {
    return this.get(ME);
  }

  /** The patron's own view of their holds and profile, to compare before and after. */
  async snapshot(): Promise<{ holds: unknown; profile: unknown }> {
    return { holds: (await this.list()).body as unknown, profile: (await this.profile()).body as unknown };
  }
}

/** An array of this length where the length is a literal number, otherwise of any length. */
type ArrayOf<Item, Length extends number, Items extends Item[] = []> = number extends Length
  ? Item[]
  : Items['length'] extends Length
    ? Items
    : ArrayOf<Item, Length, [...Items, Item]>;

/** By default the patron has a hold on the title, and nobody else does. */
export interface PatronAndTitle {
  readonly patron: TestPatron;
  readonly title: TestTitle;
}

const ADULTS_COLLECTION = 'adults';

const COPIES = statement<CopiesRow>(
  'test-copies',
  `SELECT collection_id AS "collectionId", owned, on_loan AS "onLoan", set_aside AS "setAside", retiring
   FROM copies WHERE website_id = $1 AND reserve_id = $2`,
);

/** The copies of a title in one collection. */
interface CopiesRow {
  readonly collectionId: string;
  readonly owned: number;
  readonly onLoan: number;
  readonly setAside: number;
  readonly retiring: number;
}

/** The numbers of the libraries, titles and patrons that share a database. Smaller ones are for records that a test writes itself. */
const numbers = { library: 1_000, title: 10_000, patron: 10_000 };

/**
 * A running service with a library of a test's own. Each test adds patrons and titles of its own, so that tests do not depend on
 * each other. Adults may use the collections `main` and `adults`, children only `main`, and nobody may use `elsewhere`.
 */
export class TestLibrary {
  private constructor(
    readonly service: ServiceUnderTest,
    readonly websiteId: number,
    private readonly last: { title: number; patron: number },
  ) {}

  /** A new library of the service that all files of a worker share, and which ends with the worker: only `alone` is to be closed. */
  static async open(members: object = {}): Promise<TestLibrary> {
    return new TestLibrary(await sharedService(), ++numbers.library, numbers).found(members);
  }

  /** A library alone in a service with settings of its own, for tests of settings, workers, and of what concerns all libraries. */
  static async alone(
    members: object = {},
    settings: Readonly<Record<string, string>> = {},
    constants: Partial<Constants> = {},
  ): Promise<TestLibrary> {
    const service = await startService([], settings, NO_TIMEOUTS, constants);
    return new TestLibrary(service, WEBSITE_ID, { title: 0, patron: 0 }).found(members);
  }

  /** Another library of the same service. */
  another(members: object = {}): Promise<TestLibrary> {
    return new TestLibrary(this.service, ++numbers.library, numbers).found(members);
  }

  private async found(members: object): Promise<this> {
    await this.import(
      library(members),
      collection('main'),
      collection(ADULTS_COLLECTION),
      collection('elsewhere'),
      category('adult', ['main', ADULTS_COLLECTION]),
      category('child', ['main']),
    );
    return this;
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** Records that name no other library are of this one. */
  import(...records: TestRecord[]): Promise<void> {
    return this.service.import(
      ...records.map((record) =>
        record.websiteId === WEBSITE_ID ? { ...record, websiteId: this.websiteId } : record,
      ),
    );
  }

  /** @param owned the number of copies in each collection; a single number counts those in `main` */
  async addTitle(
    owned: number | Readonly<Record<string, number>> = 0,
    members: object = {},
  ): Promise<TestTitle> {
    const crossRefId = ++this.last.title;
    const perCollection = typeof owned === 'number' ? { main: owned } : owned;
    const copiesRecords = Object.entries(perCollection).map(([id, number]) => copies(crossRefId, number, id));
    await this.import(titleRecord(crossRefId, members), ...copiesRecords);
    return { crossRefId, reserveId: reserveIdOf(crossRefId) };
  }

  setCopiesOwned({ crossRefId }: TestTitle, owned: number, collectionId = 'main'): Promise<void> {
    return this.import(copies(crossRefId, owned, collectionId));
  }

  setLicence({ reserveId }: TestTitle, licenceId: string, members: object = {}): Promise<void> {
    const key = { websiteId: this.websiteId, collectionId: 'main', licenceId };
    return this.import({ record: 'licence', ...key, reserveId, ...members });
  }

  /** An adult, unless `members` says otherwise. */
  async addPatron(members: object | ((patronId: number) => object) = {}): Promise<TestPatron> {
    const patronId = ++this.last.patron;
    await this.import(patronRecord(patronId, typeof members === 'function' ? members(patronId) : members));
    return this.signIn(patronId);
  }

  /** All of them adults. */
  async addPatrons<Length extends number>(number: Length): Promise<ArrayOf<TestPatron, Length>> {
    const patronIds = Array.from({ length: number }, () => ++this.last.patron);
    await this.import(...patronIds.map((patronId) => patronRecord(patronId)));
    const patrons = await Promise.all(patronIds.map((patronId) => this.signIn(patronId)));
    return patrons as ArrayOf<TestPatron, Length>;
  }

  /** Adds adults who place holds on the title, one after the other. */
  async fillQueue<Length extends number>(
    title: TestTitle,
    length: Length,
  ): Promise<ArrayOf<TestPatron, Length>> {
    const patrons: TestPatron[] = await this.addPatrons<number>(length);
    for (const patron of patrons) expect((await patron.place(title)).status).toBe(201);
    return patrons as ArrayOf<TestPatron, Length>;
  }

  private async signIn(patronId: number): Promise<TestPatron> {
    const { token } = await this.service.signIn(patronId);
    return new TestPatron(this.service.url, token, patronId);
  }

  /** A new patron whose hold waits, because the library owns no copy. */
  waiting(values?: Values): Promise<PatronAndTitle> {
    return this.patronWithHold(0, values);
  }

  /** A new patron whose hold has a copy set aside. */
  ready(values?: Values): Promise<PatronAndTitle> {
    return this.patronWithHold(1, values);
  }

  /** A new patron whose hold is suspended. */
  async suspended(
    suspension: Values = { suspensionType: 'indefinite' },
    values?: Values,
  ): Promise<PatronAndTitle> {
    const held = await this.patronWithHold(0, values);
    const { status } = await held.patron.suspend(held.title, suspension);
    expect(status).toBe(201);
    return held;
  }

  private async patronWithHold(copiesOwned: number, values?: Values): Promise<PatronAndTitle> {
    const [patron, title] = [await this.addPatron(), await this.addTitle(copiesOwned)];
    const { status } = await patron.place(title, values);
    expect(status).toBe(201);
    return { patron, title };
  }

  /** The copies of a title by collection. */
  async copiesOf({
    reserveId,
  }: TestTitle): Promise<Readonly<Record<string, Omit<CopiesRow, 'collectionId'>>>> {
    const rows = await this.service.database.run(COPIES, [this.websiteId, reserveId]);
    return Object.fromEntries(rows.map(({ collectionId, ...numbers }) => [collectionId, numbers]));
  }
}
