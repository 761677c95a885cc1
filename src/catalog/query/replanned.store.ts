import { type Connection, type Statement, statement } from '../../platform/database/statement.js';

/**
 * A statement without a name, so that it is planned for each search: the best plan depends on how many titles a word or a collection has,
 * which differs a hundred thousandfold.
 */
export function replanned<Row>(text: string): Statement<Row> {
  return { name: '', text };
}

/** The count, the page and the details of its titles must be of the same moment. Otherwise a page could lack a title. */
const ONE_SNAPSHOT = statement('search-one-snapshot', 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');

/**
 * For the rest of the transaction. A page must always be cut at the same titles: not where another reader's scan happens to be, nor by which
 * process came first. Compiling a plan takes longer than any of these statements may. And unlike all others, these statements need a plan of
 * their own for each search.
 */
const STABLE_PLANS = statement(
  'search-plan-for-pages',
  `SELECT set_config('synchronize_seqscans', 'off', true),
     set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true),
     set_config('plan_cache_mode', 'auto', true)`,
);

/** Sent together, so that they are answered by the time of the first statement. */
export async function stabilizePages(connection: Connection): Promise<void> {
  await Promise.all([connection.run(ONE_SNAPSHOT), connection.run(STABLE_PLANS)]);
}
