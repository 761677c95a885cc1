import pg from 'pg';
import { violatedConstraint } from '../../../src/platform/database/failures.js';
import { freshDatabase, onePostgreSql } from '../../support/database.js';

function violation(constraint: string | undefined, message = 'duplicate key'): pg.DatabaseError {
  const error = new pg.DatabaseError(message, 0, 'error');
  return Object.assign(error, { code: '23505', constraint });
}

test('a constraint of a shard is called as in the schema', () => {
  expect(violatedConstraint(violation('hold_once_per_patron_102045'))).toBe('hold_once_per_patron');
  expect(violatedConstraint(violation('hold_once_per_patron'))).toBe('hold_once_per_patron');
  // As the coordinator tells what a worker told it.
  const message = 'duplicate key value violates unique constraint "hold_once_per_patron_102045"';
  expect(violatedConstraint(violation(undefined, message))).toBe('hold_once_per_patron');
});

// On a cluster, the coordinator's database also shows the shards.
onePostgreSql(
  'no constraint or unique index of the schema has a name that ends like that of a shard',
  async () => {
    const database = await freshDatabase();
    const session = new pg.Client(database.url);
    await session.connect();
    const { rows } = await session.query(
      `SELECT conname AS name FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION SELECT relname FROM pg_class WHERE relkind = 'i' AND relnamespace = 'public'::regnamespace`,
    );
    const names = rows.map(({ name }: { name: string }) => name);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => /_\d+$/.test(name))).toEqual([]);
    await session.end();
    await database.drop();
  },
);
