import {
  findBroken as findBrokenOf,
  type Invariant,
  invariant,
  INVARIANTS,
  ONE_SNAPSHOT,
} from '../../src/cli/doctor/invariants.store.js';
import { heldBack } from '../../src/circulation/pace/pace.store.js';
import type { Database } from '../../src/platform/database/database.js';
import { type Connection, statement } from '../../src/platform/database/statement.js';
import { IS_CLUSTER } from './database.js';

export { INVARIANTS };

/**
 * Overtaking is visible only at the moment of an assignment: a hold that was suspended then may wait now. So a trigger checks
 * each assignment, in the tests that ask for it.
 */
const OVERTAKING: Invariant = invariant(
  'test-overtaking',
  'no copy is assigned past a hold that waits longer and may have it',
  'SELECT offender FROM overtaking',
);

/** Not for the doctor: during an upgrade, the former release changes holds and records no events. */
const TRACES: Invariant = invariant(
  'test-traces',
  'the trace of a hold ends with what it is now',
  `SELECT format('library %s, title %s, ticket %s: %s, last event %s', website_id, reserve_id, ticket, state, event) AS offender
   FROM (SELECT h.*,
           CASE WHEN h.collection_id IS NOT NULL THEN 'offered' WHEN h.suspension_type IS NOT NULL THEN 'suspended'
             ELSE 'released' END AS state,
           COALESCE((SELECT CASE e.event ->> 'event' WHEN 'licence-ended' THEN 'released' ELSE e.event ->> 'event' END
                     FROM jsonb_array_elements(CASE jsonb_typeof(h.trace) WHEN 'array' THEN h.trace END) WITH ORDINALITY AS e (event, position)
                     WHERE e.event ->> 'event' IN ('offered', 'licence-ended', 'suspended', 'released', 'unrecorded')
                     ORDER BY e.position DESC LIMIT 1), 'released') AS event
         FROM hold h) told
   WHERE event NOT IN (state, 'unrecorded')`,
);

const OVERTAKING_IS_RECORDED = statement(
  'test-overtaking-is-recorded',
  `SELECT FROM pg_class WHERE oid = to_regclass('overtaking')`,
);

const RECORD_OVERTAKING = [
  'CREATE TABLE IF NOT EXISTS overtaking (offender TEXT NOT NULL)',
  // AFTER triggers run at the end of the statement: holds that get copies in the same statement do not count as waiting.
  `CREATE OR REPLACE FUNCTION record_overtaking() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO overtaking
     SELECT format('library %s, title %s: ticket %s was given a copy while ticket %s waited',
       NEW.website_id, NEW.reserve_id, NEW.ticket, h.ticket)
     FROM hold h JOIN category_collection cc USING (website_id, category)
     WHERE h.website_id = NEW.website_id AND h.reserve_id = NEW.reserve_id AND h.ticket < NEW.ticket AND NOT ${heldBack('h.website_id')}
       AND h.collection_id IS NULL AND cc.collection_id = NEW.collection_id
       AND (h.suspension_type IS NULL OR h.suspended_until <= service_now());
     RETURN NULL;
   END $$`,
  `CREATE OR REPLACE TRIGGER record_overtaking AFTER UPDATE OF collection_id ON hold FOR EACH ROW
   WHEN (OLD.collection_id IS NULL AND NEW.collection_id IS NOT NULL) EXECUTE FUNCTION record_overtaking()`,
];

/** From now on `brokenInvariants` also reports traces that miss an event, and overtaking: but not on a Citus cluster, which has no triggers. */
export async function recordOvertaking(connection: Connection): Promise<void> {
  for (const [index, sql] of RECORD_OVERTAKING.slice(0, IS_CLUSTER ? 1 : undefined).entries())
    await connection.run(statement(`test-record-overtaking-${index}`, sql));
}

/** The invariants that are broken now, one line each, read from one snapshot of the database. */
export function brokenInvariants(database: Database): Promise<string[]> {
  return database.transaction(async (connection) => {
    await connection.run(ONE_SNAPSHOT);
    return findBroken(connection);
  });
}

/** Those of one library: others of the service may be broken by tests that mean to. */
export async function brokenInvariantsOf(library: {
  readonly service: { readonly database: Database };
  readonly websiteId: number;
}): Promise<string[]> {
  const broken = await brokenInvariants(library.service.database);
  return broken.filter((offender) => offender.includes(`library ${library.websiteId},`));
}

/** Like `brokenInvariants`, in the caller's transaction. */
export async function findBroken(connection: Connection): Promise<string[]> {
  const recorded = await connection.run(OVERTAKING_IS_RECORDED);
  return findBrokenOf(connection, [...INVARIANTS, ...recorded.flatMap(() => [OVERTAKING, TRACES])]);
}
