import fc from 'fast-check';
import {
  ENDED_BY_TIME,
  type HoldContext,
  holdFrom,
  type HoldRow,
} from '../../../src/circulation/hold-row.store.js';
import { holdAt, MISSED_PICKUP } from '../../../src/domain/holds/hold.js';
import { Database } from '../../../src/platform/database/database.js';
import { statement } from '../../../src/platform/database/statement.js';
import { freshDatabase, NO_TIMEOUTS, type TestDatabase } from '../../support/database.js';

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await freshDatabase();
  database = new Database({ url: server.url, poolSize: 2, ...NO_TIMEOUTS });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

/** A hold and its library's rules, with moments as milliseconds from now. */
interface Generated {
  readonly missed_pickup: string;
  readonly suspension_ends_after_days: number | null;
  readonly missed_pickups: number;
  readonly expires: number | null;
  readonly extendable: number | null;
  /** The end of the pickup whose notice was accepted. */
  readonly told: number | null;
  readonly suspension_type: string | null;
  readonly until: number | null;
  readonly since: number | null;
  readonly ends: number | null;
  readonly needed: number | null;
}

const DAYS = [1, 30, 365];
/** Moments about now, and so long ago that a suspension of so many days is just over, is over in a moment, or still goes on. */
const moment = fc.oneof(
  fc.constantFrom(-1, 0, 1),
  fc.integer({ min: -400 * DAY_MS, max: 40 * DAY_MS }),
  fc
    .tuple(fc.constantFrom(...DAYS), fc.constantFrom(-1, 0, 1))
    .map(([days, offset]) => offset - days * DAY_MS),
);

const NONE = {
  expires: null,
  extendable: null,
  told: null,
  suspension_type: null,
  until: null,
  since: null,
  ends: null,
};
const condition = fc.oneof(
  fc.constant(NONE),
  fc
    .tuple(moment, fc.option(moment), fc.option(moment), fc.boolean())
    .map(([expires, extendable, other, isTold]) => ({
      ...NONE,
      expires,
      extendable,
      told: isTold ? expires : other,
    })),
  moment.map((until) => ({ ...NONE, suspension_type: 'limited', until })),
  fc
    .tuple(fc.option(moment), fc.option(moment))
    .map(([since, ends]) => ({ ...NONE, suspension_type: 'indefinite', since, ends })),
);

const hold: fc.Arbitrary<Generated> = fc
  .tuple(
    condition,
    fc.record({
      missed_pickup: fc.constantFrom(...MISSED_PICKUP),
      suspension_ends_after_days: fc.option(fc.constantFrom(...DAYS)),
      missed_pickups: fc.integer({ min: 0, max: 2 }),
      needed: fc.option(moment),
    }),
  )
  .map(([ofHold, rules]) => ({ ...ofHold, ...rules }));

const at = (column: string): string => `service_now() + ${column} * interval '1 millisecond'`;

const ASK = statement<HoldRow & HoldContext & { endedBySql: boolean }>(
  'test-ended-by-time',
  `SELECT h.missed_pickups AS "missedPickups", h.expires_at AS "expiresAt",
     CASE WHEN h.notice_sent_for IS DISTINCT FROM h.expires_at THEN h.extendable_to END AS "extendableTo",
     h.suspension_type AS "suspensionType",
     h.suspended_until AS "suspendedUntil", h.suspended_since AS "suspendedSince",
     h.suspension_ends_at AS "suspensionEndsAt", h.not_needed_from AS "notNeededFrom",
     h.not_needed_from::date::text AS "notNeededAfter", CASE WHEN h.expires_at IS NOT NULL THEN 'main' END AS "collectionId",
     l.missed_pickup AS "missedPickup", l.suspension_ends_after_days AS "suspensionEndsAfterDays",
     service_now() AS now, ${ENDED_BY_TIME} AS "endedBySql"
   FROM jsonb_to_recordset($1) AS l (missed_pickup text, suspension_ends_after_days int, missed_pickups int,
     expires float8, extendable float8, told float8, suspension_type text, until float8, since float8, ends float8,
     needed float8)
   CROSS JOIN LATERAL (SELECT l.missed_pickups, l.suspension_type, ${at('l.expires')} AS expires_at,
     ${at('l.extendable')} AS extendable_to, ${at('l.told')} AS notice_sent_for,
     ${at('l.until')} AS suspended_until, ${at('l.since')} AS suspended_since, ${at('l.ends')} AS suspension_ends_at,
     ${at('l.needed')} AS not_needed_from) h`,
);

test('SQL and the domain agree whether time alone has ended a hold', async () => {
  const outcomes = new Set<boolean>();
  const agree = fc.asyncProperty(fc.array(hold, { minLength: 1, maxLength: 200 }), async (holds) => {
    for (const row of await database.run(ASK, [JSON.stringify(holds)])) {
      const { endedBySql, ...stored } = row;
      const isEnded = holdAt(row.now, holdFrom(row), row) === undefined;
      outcomes.add(isEnded);
      expect({ ...stored, isEnded: endedBySql }).toEqual({ ...stored, isEnded });
    }
  });
  await fc.assert(agree, { numRuns: 50 });
  expect([...outcomes].sort()).toEqual([false, true]);
});
