import { byTitleId } from '../../../src/circulation/title-statements.store.js';
import { statement } from '../../../src/platform/database/statement.js';

/** Statements whose rows are not what their types say: what the check must find. */
export const WRONG = {
  'a renamed column': [
    statement<{ libraryName: string }>('wrong-name', 'SELECT name FROM library'),
    ['name: is not in the type', 'libraryName: is not returned'],
  ],
  'a column that the type lacks': [
    statement<{ name: string }>('wrong-more', 'SELECT name, hold_limit FROM library'),
    ['hold_limit: is not in the type'],
  ],
  'a wrong type': [
    statement<{ name: string; holds: number }>(
      'wrong-type',
      'SELECT name, (SELECT count(*) FROM hold) AS holds FROM library',
    ),
    ['holds: is string (int8), not number'],
  ],
  'a time as text': [
    statement<{ now: string }>('wrong-time', 'SELECT service_now() AS now'),
    ['now: is Date (timestamptz), not string'],
  ],
  'a wrong type of items': [
    statement<{ ids: readonly number[] }>(
      'wrong-items',
      'SELECT ARRAY (SELECT collection_id FROM collection) AS ids',
    ),
    ['ids: is string[] (_text), not number[]'],
  ],
  'JSON as a number': [
    statement<{ trace: number }>('wrong-json', 'SELECT trace FROM hold'),
    ['trace: is json (jsonb), not number'],
  ],
  'a nullable column typed as not null': [
    statement<{ email: string }>('wrong-null', 'SELECT email_address AS email FROM hold'),
    ['email: may be null'],
  ],
  'the missing side of an outer join': [
    statement<{ name: string; ticket: number }>(
      'wrong-join',
      'SELECT l.name, h.ticket FROM library l LEFT JOIN hold h USING (website_id)',
    ),
    ['ticket: may be null'],
  ],
  'a column that is never null typed as nullable': [
    statement<{ name: string | null }>('wrong-never-null', 'SELECT name FROM library'),
    ['name: is never null'],
  ],
  'two columns of one name': [
    statement<{ name: string }>(
      'wrong-twice',
      'SELECT l.name, c.name FROM library l JOIN collection c USING (website_id)',
    ),
    ['name: is returned twice'],
  ],
  'a statement that another function makes': [
    byTitleId<{ name: number }>(
      'wrong-made',
      (column) => `SELECT title AS name FROM title WHERE ${column} = $1`,
    ).crossRefId,
    ['name: is string (text), not number'],
  ],
} as const;

export const UNKNOWN = statement('wrong-column', 'SELECT no_such FROM library');

interface WithNull {
  readonly found: true;
  readonly email: string | null;
  readonly ids: readonly string[];
  readonly absent?: string;
}

export const RIGHT = {
  'what it says': statement<WithNull>(
    'right-row',
    `SELECT true AS found, email_address AS email, ARRAY (SELECT name FROM library) AS ids FROM hold`,
  ),
  'one of two shapes': statement<{ ticket: null; email: null } | { ticket: number; email: string | null }>(
    'right-shapes',
    'SELECT h.ticket, h.email_address AS email FROM library LEFT JOIN hold h USING (website_id)',
  ),
  'other columns too': statement<{ name: string; [column: string]: unknown }>(
    'right-open',
    'SELECT name, hold_limit FROM library',
  ),
  'rows whose columns no code can name': statement('right-untyped', 'DELETE FROM hold RETURNING 1 AS one'),
} as const;
