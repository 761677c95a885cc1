import {
  type HoldEvent,
  isComplete,
  type LaterAssignments,
  traceOf,
} from '../../../../src/domain/holds/hold-trace.js';

const day = (number: number): Date => new Date(Date.UTC(2026, 2, number));

const suspended: HoldEvent = { event: 'suspended', at: day(2) };
const released: HoldEvent = { event: 'released', at: day(4), by: 'request' };
const offered: HoldEvent = { event: 'offered', at: day(6), until: day(9), collectionId: 'main' };
const missed: HoldEvent = { event: 'missed', at: day(9) };
const rests: HoldEvent = { event: 'suspended', at: day(9), until: day(16) };
const unrecorded: HoldEvent = { event: 'unrecorded' };
const readdressed: HoldEvent = { event: 'address-changed', at: day(3) };

const assignment = (eventsBefore: number, on: number): LaterAssignments => ({
  eventsBefore,
  mostEventsBefore: eventsBefore,
  mayHaveIt: true,
  heldBackBy: null,
  collectionId: 'main',
  times: 2,
  firstAt: day(on),
  lastAt: day(on),
});

/** Why a copy went past the hold that was assigned one after this number of its events. */
function reasonAfter(eventsBefore: number, ...events: HoldEvent[]): string | undefined {
  const passed = traceOf(events, [assignment(eventsBefore, 30)]).find(({ event }) => event === 'passed-over');
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

/** The reason and the events before it of copies that went, at some time, in the minute of all these events. */
function placedIn(mayHaveIt: boolean, ...events: HoldEvent[]): unknown[] | undefined {
  const sameMinute = { ...assignment(0, 1), mostEventsBefore: events.length, mayHaveIt };
  const trace = traceOf(events, [sameMinute]);
  const index = trace.findIndex(({ event }) => event === 'passed-over');
  const passed = trace[index];
  return passed?.event === 'passed-over' ? [passed.reason, index] : undefined;
}

test.each<[string, unknown[] | undefined, boolean, HoldEvent[]]>([
  ['while it was suspended, as it may have it', ['suspended', 1], true, [suspended, released]],
  ['before it was suspended, as it may not', ['category', 0], false, [suspended, released]],
  ['after it had its own, and so not past it', undefined, true, [offered]],
  ['before it had its own, as it may not have this one', ['category', 0], false, [offered]],
  ['before its category changed', ['category', 0], true, [readdressed]],
])('a copy that went in the minute of a hold’s events went %s', (_, expected, mayHaveIt, events) => {
  expect(placedIn(mayHaveIt, ...events)).toEqual(expected);
});

test.each<[string, string | undefined, boolean, HoldEvent[]]>([
  ['that waits, and may have it', 'pace', true, []],
  ['that waits, and may not have it', 'category', false, []],
  ['that is suspended', 'suspended', true, [suspended]],
])('a copy that went past a hold %s, of a patron with a pace: %s', (_, reason, mayHaveIt, events) => {
  const passed = traceOf(events, [{ ...assignment(events.length, 30), mayHaveIt, heldBackBy: 'pace' }]);
  expect(passed).toContainEqual(expect.objectContaining({ event: 'passed-over', reason }));
});

test.each<[string, boolean]>([
  ['alternative', true],
  ['category', false],
])('a copy that went past a hold with alternatives: %s', (reason, mayHaveIt) => {
  const passed = traceOf([], [{ ...assignment(0, 30), mayHaveIt, heldBackBy: 'alternative' }]);
  expect(passed).toContainEqual(expect.objectContaining({ event: 'passed-over', reason }));
});

test('copies that went between the same events are counted together', () => {
  const later = { ...assignment(0, 6), mostEventsBefore: 1, times: 3 };
  expect(traceOf([suspended], [assignment(1, 5), later])).toEqual([
    suspended,
    {
      event: 'passed-over',
      reason: 'suspended',
      collectionId: 'main',
      times: 5,
      firstAt: day(5),
      lastAt: day(6),
    },
  ]);
});

test('a trace is in the order of time, and leaves out what was not recorded', () => {
  const trace = traceOf([unrecorded, suspended, released, offered], [assignment(2, 3), assignment(3, 5)]);
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
