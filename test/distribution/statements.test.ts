import { placementOf } from '../../src/cli/distribution-plan.store.js';
import { readCatalog } from '../../src/cli/distribution.store.js';
import { Database } from '../../src/platform/database/database.js';
import { freshDatabase, NO_TIMEOUTS } from '../support/database.js';
import { everyStatement } from './every-statement.js';
import { unboundTables } from './unbound-tables.js';

/**
 * On Citus, a statement that says by a parameter which library it means, for each table of libraries that it names, is one
 * task on one node (decision 47). CI has no Citus, so this reads the statements.
 */

/** Statements that concern several libraries by their nature, with the reason. Names, or beginnings of unnamed statements. */
const ACROSS_LIBRARIES: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^timers-(find-due-queues|seconds-to-next)(-in-group)?$/, 'one search for all libraries of a node'],
  [/^announced-ends-find-queues(-in-group)?$/, 'one search for all libraries of a node'],
  [/^library-settings-read-all$/, 'each process keeps the settings of all libraries in memory'],
  [/^holds-by-condition$/, 'a metric of the whole service'],
  [/^backlog-/, 'a metric of the whole service'],
  [/^(outbox-find|reminders-find-due)(-in-group)?$/, 'one search for all libraries of a node'],
  [
    /-purge-find$|^cards-purge-attempts-find$/,
    'one search for what has expired; it is deleted library by library',
  ],
  [/^bounces-find-sent$/, 'a report of a mail server names no library'],
  [/^invariant-/, 'the doctor reads everything'],
  [/^repair-/, 'the repair rebuilds all counters'],
  [/^operator-mail(-refused|-delayed|-libraries)?$/, 'the operator sees the mail of all libraries'],
  [/^operator-mail-has-other-libraries$/, 'whether somebody administers all libraries'],
  [/^staff-find-actions$/, 'the log of all libraries that somebody administers'],
  [/^library-days-due$/, 'one search for the libraries that have no figures of this hour'],
  [/^console-libraries$/, 'staff of several libraries choose among theirs'],
  [/^shelf-libraries$/, 'a patron chooses a library to sign in to'],
  [/^catalog-collections-by-token$/, 'a client names a token of any of the libraries that it serves'],
  [
    /^SELECT website_id AS "websiteId", reserve_id AS "reserveId" FROM title_queue WHERE reserve_id = ANY/,
    'a title is shared by all libraries',
  ],
];

let database: Database;
let perLibrary: ReadonlySet<string>;

beforeAll(async () => {
  const { url } = await freshDatabase();
  database = new Database({ url, poolSize: 2, ...NO_TIMEOUTS });
  const { tables } = await readCatalog(database, false);
  perLibrary = new Set(
    tables.filter((table) => placementOf(table) === 'distributed').map(({ name }) => name),
  );
});
afterAll(() => database.close());

const nameOf = ({ name, text }: { name: string; text: string }): string =>
  name === '' ? text.trim().replace(/\s+/g, ' ') : name;

test('every statement names its library by a parameter in each table of libraries', async () => {
  const statements = await everyStatement();
  expect(statements.length).toBeGreaterThan(150);
  const unbound = statements
    .map((each) => ({ name: nameOf(each), tables: unboundTables(each.text, perLibrary) }))
    .filter(({ tables }) => tables.length > 0);
  const isKnown = (name: string): boolean => ACROSS_LIBRARIES.some(([pattern]) => pattern.test(name));
  expect(unbound.filter(({ name }) => !isKnown(name))).toEqual([]);
  // Each exception is needed.
  const unused = ACROSS_LIBRARIES.filter(([pattern]) => !unbound.some(({ name }) => pattern.test(name)));
  expect(unused).toEqual([]);
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
