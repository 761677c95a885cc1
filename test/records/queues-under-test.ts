import { CheckoutsService } from '../../src/checkouts/checkouts.service.js';
import { QueueService } from '../../src/circulation/queue.service.js';
import type { PatronKey } from '../../src/domain/patron.js';
import type { TitleId } from '../../src/domain/title-id.js';
import { HoldsService } from '../../src/holds/holds.service.js';
import { SuspensionsService } from '../../src/suspensions/suspensions.service.js';
import { reserveIdOf, type TestRecord, WEBSITE_ID } from '../support/records.js';
import type { ImportUnderTest } from './import-under-test.js';

export function hold(
  patronId: number,
  titleNumber = 1,
  members: object = { ignoreHoldEmail: true },
): TestRecord {
  return { record: 'hold', websiteId: WEBSITE_ID, patronId, reserveId: reserveIdOf(titleNumber), ...members };
}

/** What patrons do to the queues of the test library, and how the queues stand. */
export class QueuesUnderTest {
  private readonly checkouts: CheckoutsService;
  private readonly suspensions: SuspensionsService;

  constructor(private readonly data: ImportUnderTest) {
    const queues = new QueueService();
    this.checkouts = new CheckoutsService(data.database, queues);
    this.suspensions = new SuspensionsService(data.database, queues, new HoldsService(data.database, queues));
  }

  async borrow(patronId: number, titleNumber = 1): Promise<void> {
    await this.checkouts.borrow(me(patronId), { titles: [named(titleNumber)], formatType: undefined });
  }

  return(patronId: number, titleNumber = 1): Promise<void> {
    return this.checkouts.return(me(patronId), named(titleNumber));
  }

  async suspend(patronId: number, titleNumber = 1): Promise<void> {
    const order = { suspension: { type: 'indefinite' } as const, emailAddress: undefined };
    await this.suspensions.suspend(me(patronId), named(titleNumber), order);
  }

  /** Each hold of a title in the order of its tickets: `1 ready in main`, `2 waiting`. */
  async line(titleNumber = 1): Promise<string[]> {
    const rows = await this.data.rows<{ patron: number; collection: string | null; suspended: boolean }>(
      `SELECT patron_id AS patron, collection_id AS collection, suspension_type IS NOT NULL AS suspended
       FROM hold WHERE reserve_id = $1 ORDER BY ticket`,
      reserveIdOf(titleNumber),
    );
    return rows.map(({ patron, collection, suspended }) =>
      collection === null
        ? `${patron} ${suspended ? 'suspended' : 'waiting'}`
        : `${patron} ready in ${collection}`,
    );
  }

  /** The copies of a title that is in one collection only. */
  async copies(titleNumber = 1): Promise<unknown> {
    const [row] = await this.data.rows(
      `SELECT owned, on_loan AS "onLoan", set_aside AS "setAside", retiring FROM copies WHERE reserve_id = $1`,
      reserveIdOf(titleNumber),
    );
    return row;
  }
}

function me(patronId: number): PatronKey {
  return { websiteId: WEBSITE_ID, patronId };
}

function named(titleNumber: number): TitleId {
  return { kind: 'reserveId', reserveId: reserveIdOf(titleNumber) };
}
