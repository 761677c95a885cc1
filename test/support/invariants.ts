import {
  findBroken as findBrokenOf,
  type Invariant,
  invariant,
  INVARIANTS,
  ONE_SNAPSHOT,
} from '../../src/doctor/invariants.store.js';
import type { Database } from '../../src/platform/database/database.js';
import { type Connection, statement } from '../../src/platform/database/statement.js';

export { INVARIANTS };

/**
 * Whether somebody was overtaken shows only at the moment a copy is handed over: a hold that was suspended then may
 * well wait now. So a test that asks has each hand-over witnessed by the database itself.
 */
const OVERTAKING: Invariant = invariant(
  'overtaking',
  'no copy is handed over past a hold that waits longer and may have it',
  'SELECT offender FROM overtaking',
);

const OVERTAKING_IS_WITNESSED = statement(
  'invariant-overtaking-is-witnessed',
  `SELECT FROM pg_class WHERE oid = to_regclass('overtaking')`,
);

const WITNESS = [
  'CREATE TABLE overtaking (offender TEXT NOT NULL)',
  // It runs after the whole statement, so that of several holds given copies at once none counts as waiting.
  `CREATE FUNCTION witness_hand_over() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO overtaking
     SELECT format('library %s, title %s: ticket %s was given a copy while ticket %s waited',
       NEW.website_id, NEW.reserve_id, NEW.ticket, h.ticket)
     FROM hold h JOIN category_collection cc USING (website_id, category)
     WHERE h.website_id = NEW.website_id AND h.reserve_id = NEW.reserve_id AND h.ticket < NEW.ticket
       AND h.collection_id IS NULL AND cc.collection_id = NEW.collection_id
       AND (h.suspension_type IS NULL OR h.suspended_until <= service_now());
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER witness_hand_over AFTER UPDATE OF collection_id ON hold FOR EACH ROW
   WHEN (OLD.collection_id IS NULL AND NEW.collection_id IS NOT NULL) EXECUTE FUNCTION witness_hand_over()`,
];

/** From now on `brokenInvariants` also tells who was overtaken. */
export async function witnessHandOvers(connection: Connection): Promise<void> {
  for (const [index, sql] of WITNESS.entries()) await connection.run(statement(`witness-${index}`, sql));
}

/** What is broken at this moment, one line each; all of it read from one snapshot of the live database. */
export function brokenInvariants(database: Database): Promise<string[]> {
  return database.transaction(async (connection) => {
    await connection.run(ONE_SNAPSHOT);
    return findBroken(connection);
  });
}

/** As `brokenInvariants`, in a transaction of the caller's. */
export async function findBroken(connection: Connection): Promise<string[]> {
  const witnessed = await connection.run(OVERTAKING_IS_WITNESSED);
  return findBrokenOf(connection, [...INVARIANTS, ...witnessed.map(() => OVERTAKING)]);
}
