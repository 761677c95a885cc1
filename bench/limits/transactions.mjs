import pg from 'pg';
import { serveWorkloads, Stream } from '../load/workload.mjs';
import { fill } from './pattern.mjs';

/**
 * The limit for writes: the driver alone, which runs the service's own statements in the same transactions, with the same
 * number of connections. Statements run one after the other, because each needs the rows of the one before. There is no
 * HTTP, no business logic and no JSON.
 */

const CONNECTIONS = 10;

async function run(pool, { pattern, target }) {
  const client = await pool.connect();
  try {
    const rows = [];
    for (const { name, text, values } of pattern) {
      const filled = values.map((placeholder) => fill(placeholder, target, rows));
      rows.push((await client.query({ name, text, values: filled })).rows);
    }
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

serveWorkloads(({ databaseUrl, options, patterns, streams, ...how }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, options, max: CONNECTIONS });
  const send = (transaction, done) =>
    run(pool, transaction).then(
      () => done(true),
      () => done(false),
    );
  return streams.map((targets) => {
    const transactions = targets.flatMap((target) => patterns.map((pattern) => ({ pattern, target })));
    return new Stream(transactions, how, send);
  });
});
