import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { newDataDir, open, query, useEmbeddedDatabases } from './embedded-databases.js';

useEmbeddedDatabases();

const CARD = '29999000427700';

/** Every line is in the log when the next statement of the same session is answered. */
const logOf = (dataDir: string): string => readFileSync(join(dataDir, 'postgresql.log'), 'utf8');

async function sessions(url: string): Promise<readonly [pg.Client, pg.Client]> {
  const both = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })] as const;
  for (const session of both) await session.connect();
  return both;
}

describe('the log of the built-in database', () => {
  it('has no card number: of a violated key, a cast, a deadlock, or a slow statement', async () => {
    const dataDir = newDataDir();
    // Every statement is logged as slow, with its parameters if nothing forbids it.
    const { url } = await open(dataDir, { log_min_duration_statement: '0', deadlock_timeout: '50ms' });
    await query(url, 'CREATE TABLE patron (id int PRIMARY KEY, card_number text UNIQUE)');
    const [one, other] = await sessions(url);
    try {
      const insert = 'INSERT INTO patron VALUES ($1, $2)';
      await one.query(insert, [1, CARD]);
      await one.query(insert, [2, 'another']);
      await expect(one.query(insert, [3, CARD])).rejects.toThrow('duplicate key');
      await expect(one.query('INSERT INTO patron SELECT 1, $1::text', [CARD])).rejects.toThrow(
        'duplicate key',
      );

      const touch = 'UPDATE patron SET card_number = $2 || card_number WHERE id = $1';
      await one.query('BEGIN');
      await other.query('BEGIN');
      await one.query(touch, [1, CARD]);
      await other.query(touch, [2, CARD]);
      const ends = await Promise.allSettled([one.query(touch, [2, CARD]), other.query(touch, [1, CARD])]);
      expect(ends.map(({ status }) => status)).toContain('rejected');
    } finally {
      await one.end();
      await other.end();
    }
    const log = logOf(dataDir);
    for (const expected of ['duplicate key', 'deadlock detected', 'duration:'])
      expect(log).toContain(expected);
    expect(log).not.toContain(CARD);
  });
});
