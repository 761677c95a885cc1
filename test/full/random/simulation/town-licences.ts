import { statement } from '../../../../src/platform/database/statement.js';
import { reserveIdOf, type TestRecord, WEBSITE_ID } from '../../../support/records.js';
import type { ServiceUnderTest } from '../../../support/service.js';
import type { Chances } from './chances.js';

/** Of the titles of a town with licences, every second one has these in place of copies. */
const EVERY = 2;
/** Half of the licences end by their time, which they have partly behind them, and half with the last of so many loans. */
const ENDS_FROM = { least: 60, most: 330 };
const LOANS_LEFT = { least: 3, most: 20 };
/** What the library buys anew. */
const YEAR = 365;
const PACK = 20;
/** Of these titles, the library renews so many: always at once, others never. */
const RENEWED = 0.6;

interface EndedLicence {
  readonly licenceId: string;
  readonly title: number;
  readonly loans: number | null;
}

const ENDED = statement<EndedLicence>(
  'town-ended-licences',
  `SELECT licence_id AS "licenceId", right(reserve_id::text, 12)::int AS title, loans FROM licence
   WHERE ends_at <= service_now() OR lent >= loans ORDER BY reserve_id, licence_id`,
);

/** The licences of a town's library. */
export class TownLicences {
  private readonly renewed = new Set<string>();
  private readonly isRenewed = new Map<number, boolean>();
  private bought = 0;

  /** @param dateOf the time of a day of the town */
  constructor(
    private readonly service: ServiceUnderTest,
    private readonly chances: Chances,
    private readonly dateOf: (day: number) => string,
  ) {}

  has(title: number): boolean {
    return title % EVERY === 0;
  }

  /** The licences of a title with so many copies when the town begins. */
  first(title: number, copies: number): TestRecord[] {
    this.isRenewed.set(title, this.chances.chance(RENEWED));
    return Array.from({ length: copies }, () => {
      const terms = this.chances.chance(0.5)
        ? { endsOn: this.dateOf(this.between(ENDS_FROM)) }
        : { loans: this.between(LOANS_LEFT) };
      return this.licence(title, terms);
    });
  }

  async buy(title: number, day: number): Promise<void> {
    await this.service.import(this.licence(title, { endsOn: this.dateOf(day + YEAR) }));
  }

  /** @returns whether any was renewed */
  async renew(day: number): Promise<boolean> {
    const ended = await this.service.database.run(ENDED);
    const due = ended.filter(
      ({ licenceId, title }) => this.isRenewed.get(title) === true && !this.renewed.has(licenceId),
    );
    for (const { licenceId, title, loans } of due) {
      this.renewed.add(licenceId);
      const terms = loans === null ? { endsOn: this.dateOf(day + YEAR) } : { loans: PACK };
      await this.service.import(this.licence(title, terms));
    }
    return due.length > 0;
  }

  private licence(title: number, terms: object): TestRecord {
    return {
      ...{ record: 'licence', websiteId: WEBSITE_ID, collectionId: 'main', reserveId: reserveIdOf(title) },
      ...{ licenceId: `licence ${(this.bought += 1)}`, concurrency: 1, ...terms },
    };
  }

  private between({ least, most }: { readonly least: number; readonly most: number }): number {
    return least + this.chances.integerBelow(most - least);
  }
}
