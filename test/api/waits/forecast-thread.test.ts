import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { ForecastThread } from '../../../src/waits/forecast-thread.js';
import type { QueueToForecast } from '../../../src/domain/waits/forecast.js';

/** The thread in which queues are simulated. */

const queueOf = (length: number): QueueToForecast => ({
  formatClass: 'eBook',
  loanDays: 21,
  known: {
    collections: [{ collectionId: 'main', categories: ['adult'], owned: 1, loans: [], pickups: [] }],
    holds: Array.from({ length }, (_, index) => ({
      ticket: index + 1,
      category: 'adult',
      returnsIn: 0,
      loanHours: 21 * 24,
      hasMissed: false,
    })),
    pickupHours: 72,
    returnsAfterMiss: null,
  },
  nextTicket: length + 1,
  unread: 0,
  liveHolds: length,
  shown: undefined,
  loanTenths: [],
  purchases: { copies: 0, days: 0 },
  moreCopiesHours: null,
  counts: [],
});

let thread: ForecastThread;
beforeEach(() => {
  thread = new ForecastThread();
});
afterEach(() => thread.stop());

test('a queue is simulated while this thread goes on, and given up when it takes too long', async () => {
  let isDone = false;
  const forecast = thread.waits(queueOf(2)).finally(() => (isDone = true));
  let turns = 0;
  for (; !isDone; turns += 1) await setImmediate();
  const { basis, curves } = await forecast;
  expect(basis).toBe('worst-case');
  expect(turns).toBeGreaterThan(10);
  expect(await thread.moreCopies(queueOf(2), curves)).toMatchObject({ collectionId: 'main' });
  await expect(thread.waits(queueOf(200_000), 1)).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('after a queue that fails the next has its turn', async () => {
  const broken = { ...queueOf(1), counts: null } as unknown as QueueToForecast;
  await expect(thread.waits(broken)).rejects.toThrow(TypeError);
  expect((await thread.waits(queueOf(1))).curves).toHaveLength(1);
});

test('a thread that ends without an error is told at once to who waits, and the next queue has a new one', async () => {
  const end = (): Promise<number> => (thread as unknown as { thread: Worker }).thread.terminate();
  await thread.waits(queueOf(1));
  await end();
  expect((await thread.waits(queueOf(1))).curves).toHaveLength(1);
  const failure = expect(thread.waits(queueOf(20_000))).rejects.toThrow('The thread has ended');
  await end();
  await failure;
  expect((await thread.waits(queueOf(1))).curves).toHaveLength(1);
});
