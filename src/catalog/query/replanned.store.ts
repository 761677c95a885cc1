import { type Connection, type Statement, statement } from '../../platform/database/statement.js';

/**
 * A statement without a name, and so planned for each search: how many titles a word or a collection has decides which way
 * is short, and differs a hundred thousandfold.
 */
export function replanned<Row>(text: string): Statement<Row> {
  return { name: '', text };
}

/** The count, the page and the details of its titles are of the same moment. Otherwise a page could lack a title. */
const ONE_SNAPSHOT = statement('search-one-snapshot', 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');

/**
 * For the rest of the transaction. A page that is cut off must be cut at the same titles whenever it is asked for: not
 * where another reader's scan happens to be, nor after whichever process was first. Compiling a plan takes longer than any
 * of these statements may; and unlike all other requests' statements, these need a plan of their own for each search.
 */
const STABLE_PLANS = statement(
  'search-plan-for-pages',
  `SELECT set_config('synchronize_seqscans', 'off', true),
     set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true),
     set_config('plan_cache_mode', 'auto', true)`,
);

/** Sent together, to be answered by the time of the first statement. */
export async function stabilizePages(connection: Connection): Promise<void> {
  await Promise.all([connection.run(ONE_SNAPSHOT), connection.run(STABLE_PLANS)]);
}
