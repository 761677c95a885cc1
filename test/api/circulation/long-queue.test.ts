import { definedStatements, statement } from '../../../src/platform/database/statement.js';
import { isSomethingDue } from '../../../src/circulation/queue.store.js';
import { onePostgreSql } from '../../support/database.js';
import { hold, reserveIdOf, smallLibrary, type TestRecord, WEBSITE_ID } from '../../support/records.js';
import { allApplied, type ImportUnderTest } from '../../support/runs/import-under-test.js';
import { type QueuesUnderTest, useQueues } from '../../support/runs/queues-under-test.js';
import { type Cost, explain } from '../../support/stored/explain.js';
import { interceptStatements } from '../../support/stored/intercept-statements.js';

/** A library of many short queues, and a long one. */

let data: ImportUnderTest;
let queues: QueuesUnderTest;
useQueues((opened) => ({ data, queues } = opened));

const LONG = 4_100;
const SHORT = 1_500;

/** The long queue is of the title 1, and each of the others has one hold. */
const FILL = [
  `INSERT INTO patron_directory (website_id, patron_id) SELECT ${WEBSITE_ID}, n FROM generate_series(10, ${LONG + 9}) n`,
  `INSERT INTO patron (website_id, patron_id, category) SELECT ${WEBSITE_ID}, n, 'adult' FROM generate_series(10, ${LONG + 9}) n`,
  `INSERT INTO title (reserve_id, cross_ref_id, title, format_class, formats, subjects, languages)
   SELECT gen_random_uuid(), 1000 + n, 'T', 'eBook', '{}', '{}', '{}' FROM generate_series(1, ${SHORT}) n`,
  `INSERT INTO title_queue (website_id, reserve_id, next_ticket) SELECT ${WEBSITE_ID}, reserve_id, 1 FROM title
   ON CONFLICT DO NOTHING`,
  `INSERT INTO hold (website_id, reserve_id, ticket, patron_id, category, placed_at)
   SELECT ${WEBSITE_ID}, '${reserveIdOf(1)}', n, n + 9, 'adult', timestamptz '2025-01-01Z' + n * interval '1 minute'
   FROM generate_series(1, ${LONG}) n`,
  `INSERT INTO hold (website_id, reserve_id, ticket, patron_id, category, placed_at)
   SELECT ${WEBSITE_ID}, reserve_id, 1, 10, 'adult', timestamptz '2025-01-01Z' FROM title WHERE cross_ref_id > 1000`,
  `UPDATE title_queue q SET (live_holds, next_ticket) = (SELECT count(*), max(ticket) + 1 FROM hold h
     WHERE h.website_id = q.website_id AND h.reserve_id = q.reserve_id) WHERE website_id = ${WEBSITE_ID}`,
  `INSERT INTO queue_block (website_id, reserve_id, level, block, live_holds)
   SELECT ${WEBSITE_ID}, reserve_id, level, ticket >> (6 * level), count(*) FROM hold, (VALUES (1), (2)) levels (level) GROUP BY 2, 3, 4`,
  `INSERT INTO queue_category (website_id, reserve_id, category, live_holds)
   SELECT ${WEBSITE_ID}, reserve_id, category, count(*) FROM hold GROUP BY 2, 3`,
];

async function fill(): Promise<void> {
  await data.import(...smallLibrary(2, [0], { holdLimit: 10_000 }));
  for (const step of FILL) await data.rows(step);
}

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The rows that each step of the plan has looked at, those that it compared in vain included. */
function rowsIn(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return (
    (node['Actual Rows'] + removed) * node['Actual Loops'] +
    (node.Plans ?? []).reduce((sum, each) => sum + rowsIn(each), 0)
  );
}

async function rowsOf(name: string, values: readonly unknown[]): Promise<number> {
  const { text = '' } = definedStatements.find((each) => each.name === name) ?? {};
  const explained = statement<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    '',
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
  );
  const [row] = await data.database.run(explained, values);
  return rowsIn(row!['QUERY PLAN'][0].Plan);
}

onePostgreSql.each([
  ['without statistics', []],
  ['with statistics', ['ANALYZE hold', 'ANALYZE queue_block', 'ANALYZE title_queue']],
])('a step of 2,000 holds looks up its own, not each beside each, %s', async (_, analyze) => {
  await fill();
  for (const each of analyze) await data.rows(each);
  const reserveId = reserveIdOf(1);
  const dates = Array.from({ length: 250 }, (__, n) => new Date(Date.UTC(2025, 0, 1, 0, n * 10)));
  expect(await rowsOf('moved-holds-places', [WEBSITE_ID, reserveId, dates, dates[0]])).toBeLessThan(6 * LONG);
  const tickets = Object.fromEntries(Array.from({ length: 2_000 }, (__, n) => [101 + n, 10_101 + n]));
  const given = [WEBSITE_ID, reserveId, reserveId, 101, 2_100, JSON.stringify(tickets)];
  await data.database.transaction(async () => {
    expect(await rowsOf('moved-holds-place', given)).toBeLessThan(3 * LONG);
  });
  await data.rows('UPDATE hold SET ticket = ticket - 10000 WHERE ticket > 10000');
});

const LICENCES = [
  `INSERT INTO copies (website_id, reserve_id, collection_id, owned) SELECT ${WEBSITE_ID}, reserve_id, 'main', 0 FROM title ON CONFLICT DO NOTHING`,
  `INSERT INTO licence (website_id, collection_id, licence_id, reserve_id, is_counted, turns_at)
   SELECT ${WEBSITE_ID}, 'main', reserve_id || n::text, reserve_id, false, service_now() + interval '90 days' FROM title, generate_series(1, 3) n`,
  'ANALYZE licence',
];

onePostgreSql('whether a queue has something due is told without a look at all licences', async () => {
  await fill();
  for (const step of LICENCES) await data.rows(step);
  const costs: Cost[] = [];
  const stop = interceptStatements(async (sent, client) => {
    if (sent.name === 'queue-something-due') costs.push(await explain(client, sent));
  });
  const queue = { websiteId: WEBSITE_ID, reserveId: reserveIdOf(1) };
  expect(await isSomethingDue(data.database, queue).finally(stop)).toBe(false);
  expect(costs.map(({ rows, buffers }) => rows < 10 && buffers < 20)).toEqual([true]);
  await data.rows('DELETE FROM licence');
});

test('a hold from another system comes before all others of a long queue, who keep their order', async () => {
  await fill();
  const placedDate = '2024-12-31T12:00:00Z';
  const first = hold(1, 1, { ignoreHoldEmail: true, placedDate });
  expect(await data.import(first)).toEqual(allApplied(1));
  const order = Array.from({ length: LONG }, (_, n) => `${n + 10} waiting`);
  expect(await queues.holdsInOrder()).toEqual(['1 waiting', ...order]);
  // Where the others stood, there is room now.
  expect(await data.import(hold(2, 1, { ignoreHoldEmail: true, placedDate }))).toEqual(allApplied(1));
  expect((await queues.holdsInOrder()).slice(0, 3)).toEqual(['1 waiting', '2 waiting', '10 waiting']);
});

test('holds whose dates are of a clock that went back keep their order', async () => {
  await data.import(...smallLibrary(6, [0]));
  const dated = (patronId: number, placedDate: string): TestRecord =>
    hold(patronId, 1, { ignoreHoldEmail: true, placedDate });
  for (const patronId of [1, 2, 3]) await data.import(hold(patronId));
  const setDate = 'UPDATE hold SET placed_at = $2 WHERE patron_id = $1';
  await data.rows(setDate, 1, new Date('2025-01-01T10:00:00Z'));
  await data.rows(setDate, 2, new Date('2025-01-01T09:00:00Z'));
  await data.rows(setDate, 3, new Date('2025-01-01T11:00:00Z'));
  await data.import(
    dated(4, '2025-01-01T08:00:00Z'),
    dated(5, '2025-01-01T09:30:00Z'),
    dated(6, '2025-01-01T10:30:00Z'),
  );
  const inOrder = [4, 1, 2, 5, 6, 3].map((patronId) => `${patronId} waiting`);
  expect(await queues.holdsInOrder()).toEqual(inOrder);
});
