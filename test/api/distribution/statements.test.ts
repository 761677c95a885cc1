import { type CatalogTable, placementOf } from '../../../src/cli/distribution/distribution-plan.store.js';
import { readCatalog } from '../../../src/cli/distribution/distribution.store.js';
import { Database } from '../../../src/platform/database/database.js';
import { statement } from '../../../src/platform/database/statement.js';
import { freshDatabase, NO_TIMEOUTS } from '../../support/database.js';
import { ACROSS_LIBRARIES, concernsSeveralLibraries, PRISMA_ACROSS_LIBRARIES } from './across-libraries.js';
import { everyStatement, nameOf } from './every-statement.js';
import { prismaCalls } from './prisma-calls.js';
import { refusedUpdates } from './refused-updates.js';
import { unboundTables } from './unbound-tables.js';

/**
 * On Citus, a statement that says by a parameter which library it means, for each table of libraries that it names, is one
 * task on one node (decision 3). CI has no Citus, so this reads the statements.
 */

let database: Database;
let catalog: readonly CatalogTable[];
let perLibrary: ReadonlySet<string>;

beforeAll(async () => {
  const { url } = await freshDatabase();
  database = new Database({ url, poolSize: 2, ...NO_TIMEOUTS });
  ({ tables: catalog } = await readCatalog(database, false));
  perLibrary = new Set(
    catalog.filter((table) => placementOf(table) === 'distributed').map(({ name }) => name),
  );
});
afterAll(() => database.close());

test('every statement names its library by a parameter in each table of libraries', async () => {
  const statements = await everyStatement();
  expect(statements.length).toBeGreaterThan(150);
  const unbound = statements
    .map((each) => ({ name: nameOf(each), tables: unboundTables(each.text, perLibrary) }))
    .filter(({ tables }) => tables.length > 0);
  expect(unbound.filter(({ name }) => !concernsSeveralLibraries(name))).toEqual([]);
  // Each exception is needed.
  const unused = ACROSS_LIBRARIES.filter(([pattern]) => !unbound.some(({ name }) => pattern.test(name)));
  expect(unused).toEqual([]);
});

test('every call of Prisma names its library where it is about a table of libraries', () => {
  const calls = prismaCalls().filter(({ table }) => perLibrary.has(table));
  expect(calls.length).toBeGreaterThan(20);
  const unbound = new Set(calls.filter(({ namesLibrary }) => !namesLibrary).map(({ name }) => name));
  expect(unbound).toEqual(new Set(PRISMA_ACROSS_LIBRARIES));
});

test('no statement has what Citus refuses', async () => {
  const mutable = await database.run(
    statement<{ name: string }>(
      '',
      `SELECT DISTINCT proname AS name FROM pg_proc WHERE provolatile <> 'i' AND prokind = 'f'`,
    ),
  );
  const names = new Set(mutable.map(({ name }) => name));
  const refused = (await everyStatement())
    // Citus does not know the clock's table.
    .filter(({ name }) => name !== 'clock-move')
    .map((each) => ({
      name: nameOf(each),
      refused: refusedUpdates(each.text, (name) => names.has(name)),
    }))
    .filter(({ name, refused: reasons }) => reasons.length > 0 && !concernsSeveralLibraries(name));
  expect(refused).toEqual([]);
});

/** They serve the whole installation, and are taken where jobs and the schema are: on the coordinator. */
const LOCKS_OF_THE_COORDINATOR = [
  'distribution-one-at-a-time',
  'jobs-lock-runner',
  'jobs-release-without-lock',
  'outbox-try-lock',
  'webhook-deliveries-lock',
  'webhook-deliveries-unlock',
];

test('an advisory lock that a request takes is on the node of its library', async () => {
  const locks = (await everyStatement()).filter(({ text }) => /pg_(try_)?advisory/.test(text));
  const namesLibrary = new RegExp(`\\bFROM (${[...perLibrary].join('|')}) WHERE website_id = \\$1\\b`);
  const elsewhere = locks.filter(({ text }) => !namesLibrary.test(text)).map(nameOf);
  expect(elsewhere.sort()).toEqual(LOCKS_OF_THE_COORDINATOR);
  expect(locks.map(nameOf)).toContain('idempotency-try-lock');
});

/** Of workers, commands, and what docs/operations/scaling.md says only processes on the coordinator have. */
const OF_THE_COORDINATOR =
  /^(backlog|clock|events-streams|invariant|jobs|mail-origin|moved-notices|operator-mail|outbox|records-take|webhook-deliveries)/;

test('what only the coordinator has is in no statement of a patron’s request', async () => {
  const unknown = catalog.filter((table) => placementOf(table) === null).map(({ name }) => name);
  const names = new RegExp(`\\b(${unknown.join('|')}|graphile_worker|nextval)\\b`);
  const named = (await everyStatement()).filter(({ text }) => names.test(text)).map(nameOf);
  expect(named.filter((name) => !OF_THE_COORDINATOR.test(name))).toEqual([]);
});

test('a name belongs to one statement only', async () => {
  const texts = new Map<string, Set<string>>();
  for (const { name, text } of await everyStatement())
    texts.set(name, (texts.get(name) ?? new Set()).add(text));
  texts.delete('');
  expect([...texts].filter(([, different]) => different.size > 1).map(([name]) => name)).toEqual([]);
});

describe('a statement is found that', () => {
  const tables = new Set(['hold', 'title_queue', 'copies']);

  test.each([
    ['names no library', 'SELECT FROM hold WHERE patron_id = $1', ['hold']],
    [
      'names it in only one of two tables',
      'SELECT FROM hold h, copies c WHERE h.website_id = $1',
      ['copies'],
    ],
    [
      'leaves it to an outer query',
      'SELECT FROM hold h WHERE h.website_id = $1 AND EXISTS (SELECT FROM copies c WHERE c.website_id = h.website_id)',
      ['copies'],
    ],
    ['names several libraries', 'SELECT FROM hold WHERE website_id = ANY ($1)', ['hold']],
    ['names it in one branch', 'SELECT FROM hold WHERE website_id = $1 OR ticket = 1', ['hold']],
    [
      'names it in one half of a union',
      'SELECT 1 FROM hold WHERE website_id = $1 UNION SELECT 1 FROM copies',
      ['copies'],
    ],
    ['names a constant', 'DELETE FROM hold WHERE website_id = 37', ['hold']],
    [
      'changes all libraries in a WITH',
      'WITH x AS (UPDATE copies SET owned = 1 RETURNING 1) SELECT FROM x',
      ['copies'],
    ],
    [
      'inserts given libraries',
      'INSERT INTO hold (website_id) SELECT given FROM unnest($1::int[]) given',
      ['hold'],
    ],
  ])('%s', (_, sql, expected) => {
    expect(unboundTables(sql, tables)).toEqual(expected);
  });

  test.each([
    [
      'by joins',
      'SELECT FROM hold h JOIN title_queue q USING (website_id, reserve_id) WHERE h.website_id = $1',
    ],
    [
      'by comparison',
      'SELECT FROM hold h, copies c WHERE c.website_id = h.website_id AND h.website_id = $1::int',
    ],
    ['by outer joins', 'SELECT FROM (SELECT 1) x LEFT JOIN hold h ON h.website_id = $1'],
    ['by VALUES', 'INSERT INTO hold (reserve_id, website_id) VALUES ($2, $1), ($3, $1)'],
    ['in a WITH', 'WITH hold AS (SELECT FROM copies WHERE website_id = $1) SELECT FROM hold'],
  ])('not one that names it %s', (_, sql) => {
    expect(unboundTables(sql, tables)).toEqual([]);
  });
});

describe('Citus refuses', () => {
  const isMutable = (name: string): boolean => ['now', 'to_jsonb'].includes(name);

  test.each([
    ['a function of a column', 'UPDATE t SET a = to_jsonb(b)'],
    ['a function of a column', 'UPDATE t SET a = 1 WHERE b < c + make_interval(hours => 1)'],
    ['a function of a column', 'WITH x AS (UPDATE t SET a = b - now() RETURNING a) SELECT FROM x'],
    ['a function in a CaseExpr', 'UPDATE t SET a = CASE WHEN b < now() THEN 1 END'],
    ['a function in a CoalesceExpr', 'UPDATE t SET a = COALESCE(b, now())'],
    ['a function in RETURNING', 'UPDATE t SET a = 1 RETURNING to_jsonb(b)'],
    ['a function of a column', 'DELETE FROM t WHERE b < now() - c'],
    ['a slice without both bounds', 'SELECT a[:3] FROM t'],
    ['a slice without both bounds', 'SELECT a[2:] FROM t'],
    ['a slice, which is in no query', 'UPDATE t SET a = (array_append(a, 1))[2:cardinality(a) + 1]'],
    ['an INSERT in a WITH', 'WITH x AS (INSERT INTO t VALUES (1)) SELECT 1'],
    [
      'an INSERT of several tables by parameters',
      'INSERT INTO t (a) SELECT (SELECT a FROM u WHERE website_id = $1) FROM v WHERE v.website_id = $1',
    ],
  ])('%s: %s', (reason, sql) => {
    expect(refusedUpdates(sql, isMutable)).toEqual([reason]);
  });

  test.each([
    ['a query', 'UPDATE t SET a = (SELECT CASE WHEN b < now() THEN to_jsonb(c) END)'],
    ['a slice in a query', 'UPDATE t SET a = (SELECT (array_append(a, 1))[2:9])'],
    ['the time alone', 'UPDATE t SET a = now() WHERE b < now() - make_interval(hours => 1)'],
    ['functions in FROM', 'UPDATE t SET a = x.a FROM (SELECT to_jsonb(b) AS a FROM t) x'],
    [
      'tables joined by their column',
      'INSERT INTO t (a) SELECT a FROM u JOIN v USING (website_id) WHERE v.website_id = $1',
    ],
    ['a slice with both bounds', 'SELECT a[1:3] FROM t'],
    ['functions in a SELECT', 'SELECT COALESCE(a, now()), to_jsonb(b) FROM t'],
  ])('but not %s: %s', (_, sql) => {
    expect(refusedUpdates(sql, isMutable)).toEqual([]);
  });
});
