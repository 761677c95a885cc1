import pg from 'pg';
import { violatedConstraint } from '../../../src/platform/database/failures.js';
import { freshDatabase, type TestDatabase } from '../../support/database.js';
import { library, violations } from './violations.js';

describe('whatever the code does, the schema', () => {
  let database: TestDatabase;
  let session: pg.Client;

  beforeAll(async () => {
    database = await freshDatabase();
    session = new pg.Client(database.url);
    await session.connect();
    await session.query(library);
  });

  beforeEach(() => session.query('BEGIN'));
  afterEach(() => session.query('ROLLBACK'));

  afterAll(async () => {
    await session.end();
    await database.drop();
  });

  test.each(violations)('prevents that %s', async (_sentence, statement, constraint) => {
    const refused: unknown = await session.query(statement).catch((error: unknown) => error);
    expect(violatedConstraint(refused)).toBe(constraint);
  });

  test('has no other checks and unique indexes', async () => {
    const { rows } = await session.query<{ name: string }>(`
      SELECT conname AS name FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace
      UNION
      SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
       WHERE indisunique AND NOT indisprimary AND relnamespace = 'public'::regnamespace`);
    const tried = new Set(violations.map(([, , constraint]) => constraint));

    // On a cluster, those of a shard have its number behind.
    const names = rows.map(({ name }) => name.replace(/_\d+$/, ''));
    expect(names.filter((name) => !tried.has(name))).toEqual([]);
  });
});
