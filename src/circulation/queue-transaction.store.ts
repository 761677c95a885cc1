import { statement } from '../platform/database/statement.js';

/** The savepoint after a queue was settled, and the way back to it. */
export const SETTLED = statement('queue-settled', 'SAVEPOINT settled');
export const BACK_TO_SETTLED = statement('queue-back-to-settled', 'ROLLBACK TO SAVEPOINT settled');
