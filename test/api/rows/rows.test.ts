import { IS_CLUSTER, freshDatabase, type TestDatabase } from '../../support/database.js';
import { labelOf, noteOrigin } from '../../support/stored/statement-origins.js';
import { everyStatement } from '../distribution/every-statement.js';
import type { Statement } from '../../../src/platform/database/statement.js';
import { CheckedRows, type CheckedStatement } from './checked-rows.js';
import { RIGHT, UNKNOWN, WRONG } from './wrong-statements.js';

/** Columns of JSON: PostgreSQL does not say what it holds, so their types are believed. */
const JSON_COLUMNS =
  `accessibility closed suspending collections copies creators defaults detail details event formatDetails freeCopies holidays identityProvider images library
  overrides preferences primaryKey purchases roles shown ils trace triggers uniqueIndexes waiting`.split(
    /\s+/,
  );

/** They name functions and tables of Citus. */
const NEEDS_CITUS = IS_CLUSTER
  ? []
  : ['distribution-cluster', 'distribution-placements', 'distribution-unreachable', 'libraries-by-node'];

let stored: TestDatabase;
let rows: CheckedRows;
let statements: readonly Statement[];

beforeAll(async () => {
  stored = await freshDatabase();
  statements = await everyStatement(noteOrigin);
  const examples = [...Object.values(WRONG).map(([wrong]) => wrong), ...Object.values(RIGHT), UNKNOWN];
  rows = await CheckedRows.open(stored.url, [...statements, ...examples]);
});

afterAll(async () => {
  await rows.close();
  await stored.drop();
});

test('every statement returns what the type of its rows says', async () => {
  const checked: [name: string, found: CheckedStatement][] = [];
  for (const each of statements) checked.push([labelOf(each), await rows.check(each)]);
  const all = (of: (found: CheckedStatement) => readonly string[]): string[] =>
    checked.flatMap(([name, found]) => of(found).map((column) => `${name} → ${column}`));

  expect(all((found) => found.mismatches)).toEqual([]);
  expect(
    checked
      .filter(([, { refused }]) => refused)
      .map(([name]) => name)
      .sort(),
  ).toEqual(NEEDS_CITUS);
  expect(new Set(checked.flatMap(([, { json }]) => json))).toEqual(new Set(JSON_COLUMNS));
  const columns = checked.reduce((sum, [, found]) => sum + found.columns, 0);
  expect(columns).toBeGreaterThan(900);
  // Most of them are values that the statement was given.
  expect(all((found) => found.unknown).length / columns).toBeLessThan(0.06);
});

describe('the check', () => {
  test.each(Object.entries(WRONG))('finds %s', async (_, [wrong, expected]) => {
    const { mismatches } = await rows.check(wrong);
    expect(mismatches).toEqual(expected);
  });

  test.each(Object.entries(RIGHT))('lets pass %s', async (_, right) => {
    const { mismatches, refused } = await rows.check(right);
    expect({ mismatches, refused }).toEqual({ mismatches: [], refused: undefined });
  });

  test('finds a statement that PostgreSQL does not know', async () => {
    const { refused } = await rows.check(UNKNOWN);
    expect(refused).toMatch('no_such');
  });
});

describe('a column', () => {
  const HOLDS = 'FROM library l LEFT JOIN hold h ON h.website_id = l.website_id';

  test.each([
    // Of tables.
    ['SELECT ticket FROM hold', 'never'],
    ['SELECT expires_at FROM hold', 'maybe'],
    [`SELECT h.ticket ${HOLDS}`, 'maybe'],
    [`SELECT h.ticket ${HOLDS} WHERE h.patron_id = $1`, 'never'],
    ['SELECT l.name FROM hold h RIGHT JOIN library l USING (website_id)', 'never'],
    ['SELECT h.ticket FROM hold h RIGHT JOIN library l USING (website_id)', 'maybe'],
    ['SELECT l.name FROM hold h FULL JOIN library l USING (website_id)', 'maybe'],
    ['SELECT website_id FROM library LEFT JOIN hold USING (website_id)', 'never'],
    [`SELECT x.* FROM (SELECT h.ticket ${HOLDS}) x`, 'maybe'],
    [`WITH x AS (SELECT h.ticket AS of ${HOLDS}) SELECT of FROM x`, 'maybe'],
    ['SELECT ticket FROM hold UNION ALL SELECT NULL', 'maybe'],
    ['DELETE FROM hold WHERE expires_at < $1 RETURNING expires_at', 'never'],
    ['UPDATE hold SET expires_at = NULL WHERE expires_at < $1 RETURNING expires_at', 'maybe'],
    ['UPDATE hold SET ticket = $1 RETURNING ticket', 'never'],
    ['INSERT INTO library (website_id) VALUES ($1) RETURNING name', 'never'],
    // Of conditions.
    ['SELECT expires_at FROM hold WHERE expires_at IS NOT NULL', 'never'],
    ['SELECT expires_at FROM hold WHERE expires_at IS NULL', 'maybe'],
    ['SELECT expires_at FROM hold WHERE expires_at < $1 OR ticket = 1', 'maybe'],
    ['SELECT expires_at FROM hold WHERE expires_at < $1 OR expires_at > $2', 'never'],
    ['SELECT expires_at FROM hold WHERE NOT (expires_at IS NULL OR ticket = 1)', 'never'],
    ['SELECT COALESCE(expires_at, placed_at) FROM hold', 'never'],
    ['SELECT COALESCE(expires_at, suspended_until) FROM hold', 'maybe'],
    [
      'SELECT COALESCE(expires_at, suspended_until) FROM hold WHERE COALESCE(expires_at, suspended_until) < $1',
      'never',
    ],
    ['SELECT CASE WHEN expires_at IS NULL THEN placed_at ELSE expires_at END FROM hold', 'never'],
    ['SELECT CASE WHEN expires_at > placed_at THEN expires_at END FROM hold', 'maybe'],
    ['SELECT expires_at IS NOT NULL AND expires_at < placed_at FROM hold', 'never'],
    ['SELECT expires_at < placed_at FROM hold', 'maybe'],
    // Of functions and queries.
    ['SELECT count(*) FROM hold', 'never'],
    ['SELECT max(ticket) FROM hold', 'maybe'],
    ['SELECT max(ticket) FROM hold GROUP BY patron_id', 'never'],
    ['SELECT max(ticket) FILTER (WHERE ticket > 1) FROM hold GROUP BY patron_id', 'maybe'],
    ['SELECT (SELECT name FROM library WHERE website_id = $1)', 'maybe'],
    ['SELECT (SELECT count(*) FROM hold WHERE website_id = $1)', 'never'],
    ['SELECT (SELECT service_now())', 'never'],
    ['SELECT EXISTS (SELECT FROM hold)', 'never'],
    ['SELECT GREATEST(expires_at, placed_at) FROM hold', 'never'],
    ['SELECT NULLIF(ticket, 1) FROM hold', 'maybe'],
    [`SELECT trace -> 'event' FROM hold`, 'unknown'],
    ['SELECT $1::int', 'unknown'],
    ['SELECT event FROM hold, jsonb_array_elements(trace) event', 'never'],
    ['SELECT given FROM unnest($1::int[]) given', 'unknown'],
  ])('of %s is %s null', (sql, expected) => {
    expect(rows.nullness(sql)).toEqual([expected]);
  });
});
