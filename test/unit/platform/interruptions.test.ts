import { DatabaseError } from 'pg';
import { DatabaseUnavailable, OutcomeUnknown } from '../../../src/platform/database/failures.js';
import { Interruptions } from '../../../src/platform/database/connections/interruptions.js';

/** An error as PostgreSQL sends it. */
function databaseError(code: string): Error {
  return Object.assign(new DatabaseError('The server said so.', 19, 'error'), { code });
}

const AWAY = databaseError('57P01');

let now = 0;
let interruptions: Interruptions;
beforeEach(() => {
  now = 1_000_000;
  interruptions = new Interruptions(() => now);
});

test('a database that was never reached is not waited for', async () => {
  expect(await interruptions.shouldRetry(AWAY)).toBe(false);
});

test('for five seconds it is tried again, then no more until it has answered', async () => {
  interruptions.end();
  now += 60_000;
  expect(await interruptions.shouldRetry(AWAY)).toBe(true);
  now += 5_000;
  expect(await interruptions.shouldRetry(AWAY)).toBe(true);
  now += 1;
  expect(await interruptions.shouldRetry(AWAY)).toBe(false);
  interruptions.end();
  expect(await interruptions.shouldRetry(AWAY)).toBe(true);
});

const socketError = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code });

test.each([
  ['it stops', databaseError('57P01')],
  ['it has crashed', databaseError('57P02')],
  ['it starts', databaseError('57P03')],
  ['it is a standby', databaseError('25006')],
  ['the connection failed', databaseError('08006')],
  ['nothing listens', socketError('ECONNREFUSED')],
  ['the connection was reset', socketError('ECONNRESET')],
  ['the driver lost the connection', new Error('Connection terminated unexpectedly')],
])('work runs again if %s', async (_, error) => {
  interruptions.end();
  expect(await interruptions.shouldRetry(error)).toBe(true);
});

test.each([
  ['nobody knows whether it was stored', new OutcomeUnknown(AWAY)],
  ['another layer has given up', new DatabaseUnavailable(AWAY)],
  ['the pool is exhausted', new Error('timeout exceeded when trying to connect')],
  ['the server does not answer', new Error('Query read timeout')],
  ['the service stops', new Error('Cannot use a pool after calling end on the pool')],
  ['somebody holds the lock', databaseError('55P03')],
  ['the data is wrong', databaseError('23505')],
  ['the disk is full', databaseError('53100')],
  ['it is a fault of the service', new TypeError('x is not a function')],
])('work does not run again if %s', async (_, error) => {
  interruptions.end();
  expect(await interruptions.shouldRetry(error)).toBe(false);
});
