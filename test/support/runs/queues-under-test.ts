import { CheckoutsService } from '../../../src/checkouts/checkouts.service.js';
import { QueueService } from '../../../src/circulation/queue.service.js';
import { UpToDateReads } from '../../../src/circulation/up-to-date-reads.js';
import type { PatronKey } from '../../../src/domain/patron.js';
import type { TitleId } from '../../../src/domain/titles/title-id.js';
import { HoldsService } from '../../../src/holds/holds.service.js';
import { SuspensionsService } from '../../../src/suspensions/suspensions.service.js';
import { type ImportUnderTest, openImport } from './import-under-test.js';
import { brokenInvariants } from '../invariants.js';
import { reserveIdOf, WEBSITE_ID } from '../records.js';

/** The queues of the test library: what patrons do to them, and their holds and copies. */
export class QueuesUnderTest {
  private readonly checkouts: CheckoutsService;
  private readonly suspensions: SuspensionsService;

  constructor(private readonly data: ImportUnderTest) {
    const queues = new QueueService();
    this.checkouts = new CheckoutsService(data.database, queues);
    const holds = new HoldsService(data.database, queues, new UpToDateReads(data.database, queues));
    this.suspensions = new SuspensionsService(data.database, queues, holds);
  }

  async borrow(patronId: number, titleNumber = 1): Promise<void> {
    await this.checkouts.borrow(patronKey(patronId), {
      titles: [titleId(titleNumber)],
      formatType: undefined,
      period: undefined,
    });
  }

  return(patronId: number, titleNumber = 1): Promise<void> {
    return this.checkouts.return(patronKey(patronId), titleId(titleNumber));
  }

  async suspend(patronId: number, titleNumber = 1): Promise<void> {
    const order = { titlesNamed: [], suspension: { type: 'indefinite' } as const, emailAddress: undefined };
    await this.suspensions.suspend(patronKey(patronId), titleId(titleNumber), order);
  }

  /** The holds of a title in the order of their tickets: `1 ready in main`, `2 waiting`. */
  async holdsInOrder(titleNumber = 1): Promise<string[]> {
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

  /** The copies of a title that only one collection has. */
  async copies(titleNumber = 1): Promise<unknown> {
    const [row] = await this.data.rows(
      `SELECT owned, on_loan AS "onLoan", set_aside AS "setAside", retiring FROM copies WHERE reserve_id = $1`,
      reserveIdOf(titleNumber),
    );
    return row;
  }
}

/**
 * Opens an empty database for each test, and checks its invariants after the test.
 * @param assign stores the database and its queues in the variables of the file
 */
export function useQueues(
  assign: (opened: { data: ImportUnderTest; queues: QueuesUnderTest }) => void,
): void {
  let data: ImportUnderTest;
  beforeEach(async () => {
    data = await openImport();
    assign({ data, queues: new QueuesUnderTest(data) });
  });
  afterEach(async () => {
    const broken = await brokenInvariants(data.database);
    await data.close();
    expect(broken).toEqual([]);
  });
}

function patronKey(patronId: number): PatronKey {
  return { websiteId: WEBSITE_ID, patronId };
}

function titleId(titleNumber: number): TitleId {
  return { kind: 'reserveId', reserveId: reserveIdOf(titleNumber) };
}
