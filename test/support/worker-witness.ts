import { type Connection, statement } from '../../src/platform/database/statement.js';

/** What the database itself has seen the timers do, row by row: so that nothing done twice goes unseen. */
const WITNESS = [
  'CREATE TABLE witnessed (deed TEXT NOT NULL, reserve_id UUID NOT NULL, ticket INTEGER)',
  `CREATE FUNCTION witness_hold() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'DELETE' THEN
       INSERT INTO witnessed VALUES ('ended', OLD.reserve_id, OLD.ticket);
     ELSIF OLD.expires_at IS NOT NULL AND NEW.suspension_type IS NOT NULL THEN
       INSERT INTO witnessed VALUES ('missed', NEW.reserve_id, NEW.ticket);
     ELSIF OLD.suspension_type IS NOT NULL AND NEW.suspension_type IS NULL THEN
       INSERT INTO witnessed VALUES ('rested', NEW.reserve_id, NEW.ticket);
     ELSIF OLD.expires_at IS NULL AND NEW.expires_at IS NOT NULL THEN
       INSERT INTO witnessed VALUES ('ready', NEW.reserve_id, NEW.ticket);
     END IF;
     RETURN NULL;
   END $$`,
  'CREATE TRIGGER witness_hold AFTER UPDATE OR DELETE ON hold FOR EACH ROW EXECUTE FUNCTION witness_hold()',
  `CREATE FUNCTION witness_checkout() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO witnessed VALUES ('returned', OLD.reserve_id, NULL);
     RETURN NULL;
   END $$`,
  'CREATE TRIGGER witness_checkout AFTER DELETE ON checkout FOR EACH ROW EXECUTE FUNCTION witness_checkout()',
];

/** Everything from now on is witnessed. */
export async function witnessDeeds(connection: Connection): Promise<void> {
  for (const [index, sql] of WITNESS.entries())
    await connection.run(statement(`witness-deeds-${index}`, sql));
}

const DEEDS = statement(
  'test-deeds',
  `SELECT deed, count(*)::int AS times, count(DISTINCT (reserve_id, ticket))::int AS holds
   FROM witnessed GROUP BY deed`,
);

export interface Deeds {
  /** How often it was done, and to how many different holds (or loans). */
  readonly times: number;
  readonly holds: number;
}

/** By deed: `missed` (a pickup), `rested` (a suspension has ended), `ready`, `ended` (a hold), `returned` (a loan). */
export async function deedsOf(connection: Connection): Promise<Readonly<Record<string, Deeds>>> {
  const rows = await connection.run<Deeds & { deed: string }>(DEEDS);
  return Object.fromEntries(rows.map(({ deed, ...deeds }) => [deed, deeds]));
}
