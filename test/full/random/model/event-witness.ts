import type { Database } from '../../../../src/platform/database/database.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { waitUntilPublished } from '../../../support/events/event-reader.js';

/**
 * Triggers that record what happens to holds and loans, in the same transactions, and what is told of it: whatever the service thinks
 * that it has changed.
 */
export const RECORD_EVENTS = [
  'CREATE TABLE happened (patron_id INTEGER, type TEXT)',
  'CREATE TABLE told (position BIGINT, patron_id INTEGER, type TEXT)',
  `CREATE FUNCTION record_hold() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'INSERT' THEN INSERT INTO happened VALUES (NEW.patron_id, 'hold.placed'); END IF;
     IF TG_OP = 'DELETE' THEN INSERT INTO happened VALUES (OLD.patron_id, 'hold.ended');
     ELSIF NEW.collection_id IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.collection_id IS NULL) THEN
       INSERT INTO happened VALUES (NEW.patron_id, 'hold.ready');
     END IF;
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION record_loan() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'INSERT' THEN INSERT INTO happened VALUES (NEW.patron_id, 'loan.begun');
     ELSE INSERT INTO happened VALUES (OLD.patron_id, 'loan.ended'); END IF;
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION record_told() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO told VALUES (NEW.position, NEW.patron_id, NEW.type);
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER record_hold AFTER INSERT OR UPDATE OF collection_id OR DELETE ON hold
   FOR EACH ROW EXECUTE FUNCTION record_hold()`,
  'CREATE TRIGGER record_loan AFTER INSERT OR DELETE ON checkout FOR EACH ROW EXECUTE FUNCTION record_loan()',
  `CREATE TRIGGER record_told AFTER INSERT ON event
   FOR EACH ROW WHEN (NEW.patron_id IS NOT NULL) EXECUTE FUNCTION record_told()`,
];

/** Part of what empties the library between two runs. */
export const FORGET_WHAT_HAPPENED =
  'DELETE FROM happened; DELETE FROM told; DELETE FROM patron_event_outbox; DELETE FROM title_event_outbox;';

interface OfPatron {
  readonly patronId: number;
  readonly type: string;
}

const HAPPENED = statement<OfPatron>(
  'model-happened',
  'SELECT patron_id AS "patronId", type FROM happened ORDER BY patron_id, type',
);

/** In the order of the feed. */
const TOLD = statement<OfPatron>(
  'model-told',
  'SELECT patron_id AS "patronId", type FROM told ORDER BY position',
);

/** What there can be at most as many of, at any place of the feed, as of the first. */
const ORDERS = [
  ['hold.placed', 'hold.ended'],
  ['loan.begun', 'loan.ended'],
] as const;
const COMPARED: readonly string[] = [...ORDERS.flat(), 'hold.ready'];

/**
 * Expects an event for each change and none without one, and those of each patron in an order that can be.
 * @returns how many there were
 */
export async function expectEvents(database: Database): Promise<number> {
  await waitUntilPublished({ database });
  const told = (await database.run(TOLD)).filter(({ type }) => COMPARED.includes(type));
  const happened = await database.run(HAPPENED);
  expect(told.map(textOf).sort()).toEqual(happened.map(textOf).sort());
  for (const [patronId, own] of Map.groupBy(told, (event) => event.patronId))
    for (const [first, later] of ORDERS) expectOrder(patronId, own, first, later);
  return told.length;
}

function textOf({ patronId, type }: OfPatron): string {
  return `${patronId} ${type}`;
}

function expectOrder(patronId: number, own: readonly OfPatron[], first: string, later: string): void {
  const types = own.map(({ type }) => type);
  let open = 0;
  for (const type of types) {
    if (type === first) open++;
    if (type === later) open--;
    expect({ patronId, first, types, isInOrder: open >= 0 }).toMatchObject({ isInOrder: true });
  }
}
