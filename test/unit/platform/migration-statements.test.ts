import { loadModule, parseSync } from 'libpg-query';
import {
  OWN_MIGRATIONS,
  readMigrations,
  statementsIn,
} from '../../../src/platform/database/migrations/migration-files.js';

beforeAll(() => loadModule());

const statementsOf = (sql: string): readonly unknown[] =>
  (parseSync(sql) as { stmts?: readonly unknown[] }).stmts ?? [];

test('every migration is taken apart where PostgreSQL’s own parser does it', async () => {
  for (const { name, sql } of await readMigrations(OWN_MIGRATIONS)) {
    const counts = statementsIn(sql).map((part) => statementsOf(part).length);
    expect({ name, most: Math.max(...counts) }).toEqual({ name, most: 1 });
    expect({ name, all: counts.reduce((sum, count) => sum + count) }).toEqual({
      name,
      all: statementsOf(sql).length,
    });
  }
});
