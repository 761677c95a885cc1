import { PeriodicTasks } from '../../../src/circulation/timers/periodic-tasks.js';
import { Metrics } from '../../../src/platform/observability/metrics.js';
import type { Database } from '../../../src/platform/database/database.js';

const database = {} as Database;
const never = (): boolean => false;

let now = 0;
let calls: string[];
let isBroken: boolean;
let tasks: PeriodicTasks;
let metrics: Metrics;
beforeEach(() => {
  calls = [];
  isBroken = true;
  metrics = new Metrics();
  const broken = (): Promise<number> => {
    calls.push('broken');
    return isBroken ? Promise.reject(new Error('no')) : Promise.resolve(0);
  };
  const other = (): Promise<number> => {
    calls.push('other');
    return Promise.resolve(0);
  };
  tasks = new PeriodicTasks(database, metrics, { broken, other }, () => now);
});

test('one that fails leaves the others alone, and is tried again after longer and longer pauses', async () => {
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt++) {
    const seconds = await tasks.run(never);
    pauses.push(seconds);
    now += seconds * 1000 - 1;
    await tasks.run(never);
    now += 1;
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  expect(calls.filter((name) => name === 'broken')).toHaveLength(11);
  expect(calls.filter((name) => name === 'other')).toHaveLength(22);
  expect((await metrics.periodicTaskFailures.get()).values).toMatchObject([
    { labels: { task: 'broken' }, value: 11 },
    { labels: { task: 'other' }, value: 0 },
  ]);
});

test('one that works again is due with the others', async () => {
  now += 1000 * (await tasks.run(never));
  isBroken = false;
  expect(await tasks.run(never)).toBe(Infinity);
  expect(await tasks.run(never)).toBe(Infinity);
  expect(calls.filter((name) => name === 'broken')).toHaveLength(3);
});
