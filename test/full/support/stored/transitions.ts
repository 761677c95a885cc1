import { type Connection, statement } from '../../../../src/platform/database/statement.js';

/** Triggers record each transition, so that a test also sees one that happened twice. */
const RECORD_TRANSITIONS = [
  'CREATE TABLE transition (name TEXT NOT NULL, reserve_id UUID NOT NULL, ticket INTEGER)',
  `CREATE FUNCTION record_hold_transition() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'DELETE' THEN
       INSERT INTO transition VALUES ('holdEnded', OLD.reserve_id, OLD.ticket);
     ELSIF OLD.expires_at IS NOT NULL AND NEW.suspension_type IS NOT NULL THEN
       INSERT INTO transition VALUES ('pickupMissed', NEW.reserve_id, NEW.ticket);
     ELSIF OLD.suspension_type IS NOT NULL AND NEW.suspension_type IS NULL THEN
       INSERT INTO transition VALUES ('suspensionEnded', NEW.reserve_id, NEW.ticket);
     ELSIF OLD.expires_at IS NULL AND NEW.expires_at IS NOT NULL THEN
       INSERT INTO transition VALUES ('becameReady', NEW.reserve_id, NEW.ticket);
     END IF;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER record_hold_transition AFTER UPDATE OR DELETE ON hold
   FOR EACH ROW EXECUTE FUNCTION record_hold_transition()`,
  `CREATE FUNCTION record_loan_end() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO transition VALUES ('loanEnded', OLD.reserve_id, NULL);
     RETURN NULL;
   END $$`,
  'CREATE TRIGGER record_loan_end AFTER DELETE ON checkout FOR EACH ROW EXECUTE FUNCTION record_loan_end()',
];

/** From now on the database records every transition. */
export async function recordTransitions(connection: Connection): Promise<void> {
  for (const [index, sql] of RECORD_TRANSITIONS.entries())
    await connection.run(statement(`test-record-transitions-${index}`, sql));
}

const FORGET_TRANSITIONS = statement('test-forget-transitions', 'DELETE FROM transition');

export async function forgetTransitions(connection: Connection): Promise<void> {
  await connection.run(FORGET_TRANSITIONS);
}

const TRANSITION_COUNTS = statement<TransitionCount & { name: Transition }>(
  'test-transition-counts',
  `SELECT name, count(*)::int AS times, count(DISTINCT (reserve_id, ticket))::int AS holds
   FROM transition GROUP BY name`,
);

export interface TransitionCount {
  /** How often the transition happened. */
  readonly times: number;
  /** How many different holds, or loans, it happened to. */
  readonly holds: number;
}

type Transition = 'pickupMissed' | 'suspensionEnded' | 'becameReady' | 'holdEnded' | 'loanEnded';

/** The counts by transition; those that never happened are absent. */
export async function transitionCounts(
  connection: Connection,
): Promise<Readonly<Partial<Record<Transition, TransitionCount>>>> {
  const rows = await connection.run(TRANSITION_COUNTS);
  return Object.fromEntries(rows.map(({ name, ...count }) => [name, count]));
}
