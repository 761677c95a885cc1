import type { Database } from '../../../../src/platform/database/database.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { PatronClient } from '../../../support/client.js';
import { advanceClockToNoon, DAY, serviceTime } from '../../../support/clock.js';
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
} from '../../../support/records.js';
import { importAll, tokenOf } from '../../../support/service.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { FORGET_WHAT_HAPPENED, RECORD_EVENTS } from './event-witness.js';
import { CATEGORIES, COLLECTIONS, type Setup, TITLES } from './state.js';
import { PATRONS } from './steps.js';

export const patronIdOf = (patron: number): number => patron + 1;
export const crossRefIdOf = (title: number): number => title + 1;

/** Records every notice: a worker deletes it when it has made a job of it. */
const RECORD_NOTICES = [
  'CREATE TABLE enqueued_notice (reserve_id UUID, patron_id INTEGER, occasion TEXT, until TIMESTAMPTZ)',
  `CREATE FUNCTION record_notice() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO enqueued_notice SELECT reserve_id, patron_id, NEW.occasion, NEW.expires_at FROM hold
       WHERE website_id = NEW.website_id AND reserve_id = NEW.reserve_id AND ticket = NEW.ticket;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER record_notice AFTER INSERT ON notice_outbox
   FOR EACH ROW WHEN (NEW.occasion IN ('ready', 'pickup-missed', 'suspension-ends')) EXECUTE FUNCTION record_notice()`,
];

/** Keeps the titles, the patrons' tokens, and what the records of the next setup replace. */
const EMPTY = statement(
  'model-empty',
  `DO $$ BEGIN
     DELETE FROM pace;
     DELETE FROM pace_review;
     DELETE FROM calendar_entry;
     DELETE FROM checkout;
     DELETE FROM hold;
     DELETE FROM copies;
     DELETE FROM title_queue;
     DELETE FROM withdrawn_title;
     DELETE FROM notice_outbox;
     DELETE FROM graphile_worker._private_jobs;
     DELETE FROM enqueued_notice;
     ${FORGET_WHAT_HAPPENED}
     UPDATE patron SET last_hold_email = NULL, lending_preferences = '{}', existing_patron = false;
     UPDATE service_clock SET ahead = '0';
   END $$`,
);

const NOTICES = statement<StoredNotice>(
  'model-notices',
  // A notice about a hold that gets another ticket is written again.
  `SELECT DISTINCT t.cross_ref_id - 1 AS title, n.patron_id - 1 AS patron, n.occasion, n.until FROM enqueued_notice n JOIN title t USING (reserve_id)`,
);

export interface StoredNotice {
  readonly title: number;
  readonly patron: number;
  readonly until: Date;
}

const MAX_TICKET = 2 ** 31 - 1;
const TICKET = statement<{ ticket: number }>(
  'model-ticket',
  'SELECT ticket FROM hold WHERE reserve_id = $1 AND patron_id = $2',
);

const DUE_TITLES = statement<{ title: number }>(
  'model-due-titles',
  `SELECT cross_ref_id - 1 AS title FROM title WHERE reserve_id IN (
     SELECT reserve_id FROM hold
       WHERE COALESCE(suspended_until, expires_at) <= service_now() OR suspension_ends_at <= service_now()
         OR (expires_at IS NULL AND not_needed_from <= service_now())
     UNION SELECT reserve_id FROM checkout WHERE expires_at <= service_now())
   ORDER BY 1`,
);

const dayIn = (startedAt: number, days: number): string =>
  new Date(startedAt + days * DAY * 1_000).toISOString().slice(0, 10);

/** @param from the first of the days */
const closedEachWeek = (from: string): TestRecord => ({
  record: 'calendar',
  websiteId: WEBSITE_ID,
  entryId: from,
  kind: 'closed',
  name: 'Closed',
  from,
  repeats: 'weekly',
});

/** The library on which runs take place, one after the other. */
export class LibraryUnderTest {
  private constructor(
    readonly database: Database,
    private readonly tokens: readonly string[],
  ) {}

  static async create(database: Database): Promise<LibraryUnderTest> {
    for (const [index, sql] of [...RECORD_NOTICES, ...RECORD_EVENTS].entries())
      await database.run(statement(`model-record-${index}`, sql));
    await importAll(database, [
      library(),
      ...COLLECTIONS.map((id) => collection(id)),
      ...CATEGORIES.map((name) => category(name, [])),
      ...TITLES.map((members, index) => title(crossRefIdOf(index), members)),
      ...Array.from({ length: PATRONS }, (_, index) => patron(patronIdOf(index))),
    ]);
    const patrons = Array.from({ length: PATRONS }, (_, index) => patronIdOf(index));
    return new LibraryUnderTest(
      database,
      await Promise.all(patrons.map((patronId) => tokenOf(database, patronId))),
    );
  }

  /** Makes the library what the setup says. @returns the time at which the run begins, in milliseconds */
  async reset({
    collectionsOf,
    patrons,
    owned,
    closed,
    titlesPickupHours,
    ...terms
  }: Setup): Promise<number> {
    await this.database.run(EMPTY);
    await advanceClockToNoon(this);
    const startedAt = (await serviceTime(this)).getTime();
    await importAll(this.database, [
      library(terms),
      ...closed.map((days) => closedEachWeek(dayIn(startedAt, days))),
      ...CATEGORIES.map((name) => category(name, collectionsOf[name])),
      ...patrons.map((members, index) => patron(patronIdOf(index), members)),
      ...owned.flatMap((counts, index) =>
        COLLECTIONS.flatMap((id) => {
          const count = counts[id];
          return count === undefined
            ? []
            : [{ ...copies(crossRefIdOf(index), count, id), pickupHours: titlesPickupHours[index] ?? null }];
        }),
      ),
    ]);
    return startedAt;
  }

  /** By patron. */
  clients(url: string): PatronClient[] {
    return this.tokens.map((token) => new PatronClient(url, token));
  }

  operator(url: string): PatronClient {
    return new PatronClient(url, OPERATOR_TOKEN);
  }

  notices(): Promise<StoredNotice[]> {
    return this.database.run(NOTICES);
  }

  /** One that no hold has, where the patron has none. */
  async ticketOf(title: number, patron: number): Promise<number> {
    const values = [reserveIdOf(crossRefIdOf(title)), patronIdOf(patron)];
    const [hold] = await this.database.run(TICKET, values);
    return hold?.ticket ?? MAX_TICKET;
  }

  async dueTitles(): Promise<number[]> {
    const rows = await this.database.run(DUE_TITLES);
    return rows.map((row) => row.title);
  }
}

export function titleOfReserveId(reserveId: string): number {
  return TITLES.findIndex((_, index) => reserveIdOf(crossRefIdOf(index)) === reserveId);
}
