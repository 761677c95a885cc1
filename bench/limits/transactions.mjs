import pg from 'pg';
import { Workload } from '../load/workload.mjs';
import { serveRequests } from '../processes.mjs';
import { fill } from './pattern.mjs';

/**
 * The limit for writes: the driver alone, which runs the service's own statements in the same transactions, with the same
 * number of connections. Statements run one after the other, because each needs the rows of the one before. There is no
 * HTTP, no business logic and no JSON.
 */

const CONNECTIONS = 10;

class TransactionStream {
  #next = 0;

  /** @param {{ pattern: object[], target: object }[]} transactions */
  constructor(pool, transactions, { unit, once }) {
    Object.assign(this, { pool, transactions, unit, once });
  }

  get step() {
    return this.#next % this.unit;
  }

  exhausted() {
    return this.once && this.#next === this.transactions.length;
  }

  start(done) {
    const transaction = this.transactions[this.#next % this.transactions.length];
    this.#next++;
    run(this.pool, transaction).then(
      () => done(true),
      () => done(false),
    );
  }

  rewind() {
    this.#next = 0;
  }
}

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

const workloads = new Map();
let pool;

const tasks = {
  prepare({ name, databaseUrl, options, patterns, streams, unit, once }) {
    pool ??= new pg.Pool({ connectionString: databaseUrl, options, max: CONNECTIONS });
    const transactionsOf = (targets) =>
      targets.flatMap((target) => patterns.map((pattern) => ({ pattern, target })));
    workloads.set(
      name,
      new Workload(
        streams.map((targets) => new TransactionStream(pool, transactionsOf(targets), { unit, once })),
      ),
    );
    return {};
  },
  closed: ({ name, seconds }) => workloads.get(name).closed(seconds),
  rewind({ name }) {
    for (const stream of workloads.get(name).streams) stream.rewind();
    return {};
  },
};

serveRequests(async ({ task, ...request }) => tasks[task](request));
