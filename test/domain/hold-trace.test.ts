import { type HoldEvent, isComplete, type LaterHandOvers, traceOf } from '../../src/domain/hold-trace.js';

const day = (number: number): Date => new Date(Date.UTC(2026, 2, number));

const suspended: HoldEvent = { event: 'suspended', at: day(2) };
const released: HoldEvent = { event: 'released', at: day(4), by: 'request' };
const offered: HoldEvent = { event: 'offered', at: day(6), until: day(9), collectionId: 'main' };
const missed: HoldEvent = { event: 'missed', at: day(9) };
const rests: HoldEvent = { event: 'suspended', at: day(9), until: day(16) };
const unrecorded: HoldEvent = { event: 'unrecorded' };
const readdressed: HoldEvent = { event: 'address-changed', at: day(3) };

const handOver = (eventsBefore: number, on: number): LaterHandOvers => ({
  eventsBefore,
  collectionId: 'main',
  times: 2,
  firstAt: day(on),
  lastAt: day(on),
});

/** Why a copy went past the hold that was handed over after this number of its events. */
function reasonAfter(eventsBefore: number, ...events: HoldEvent[]): string | undefined {
  const passed = traceOf(events, [handOver(eventsBefore, 30)]).find(({ event }) => event === 'passed-over');
  return passed?.event === 'passed-over' ? passed.reason : undefined;
}

test.each<[string, string | undefined, number, HoldEvent[]]>([
  ['that waits', 'category', 0, []],
  ['that waits, before it is suspended', 'category', 0, [suspended]],
  ['that is suspended', 'suspended', 1, [suspended]],
  ['whose address changes while it is suspended', 'suspended', 2, [suspended, readdressed]],
  ['that was released', 'category', 2, [suspended, released]],
  ['that is ready', undefined, 3, [suspended, released, offered]],
  ['that rests after a missed pickup', 'suspended', 5, [suspended, released, offered, missed, rests]],
  ['of which nothing is known', 'unknown', 0, [unrecorded]],
  ['of which nothing is known before its first event', 'unknown', 0, [unrecorded, suspended]],
  ['of which something is known since', 'suspended', 2, [unrecorded, suspended]],
])('a copy that went past a hold %s: %s', (_, reason, eventsBefore, events) => {
  expect(reasonAfter(eventsBefore, ...events)).toBe(reason);
});

test('a trace is in the order of time, and leaves out what was not recorded', () => {
  const trace = traceOf([unrecorded, suspended, released, offered], [handOver(2, 3), handOver(3, 5)]);
  expect(trace.map(({ event }) => event)).toEqual([
    'suspended',
    'passed-over',
    'released',
    'passed-over',
    'offered',
  ]);
  expect(isComplete([unrecorded, suspended])).toBe(false);
  expect(isComplete([suspended, released])).toBe(true);
});
