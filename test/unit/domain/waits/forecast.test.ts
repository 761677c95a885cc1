import type { ObservationCount } from '../../../../src/domain/waits/observation.js';
import {
  Forecaster,
  type MoreCopiesForecast,
  type QueueToForecast,
  type Waits,
} from '../../../../src/domain/waits/forecast.js';
import type { MoreCopies } from '../../../../src/domain/waits/more-copies.js';
import type { WaitCurve } from '../../../../src/domain/waits/wait-curve.js';
import { SEEN, seen } from './conduct-seen.js';
import { hold } from './titles-tried.js';

/** What is told of a whole queue, from what was counted. */

/** A hundred holds were removed, and of a class a copy was bought each month. */
const COUNTS = [
  ...SEEN,
  seen('waiting', 0, 500),
  seen('waiting', 1, 100),
  seen('waiting', 2, 25_000, { amount: 600_000 }),
  seen('waited-for', 11, 300),
  seen('bought', 11, 1, { amount: 10 }),
];

const forecast = (
  holds: number,
  copies: number,
  counts: readonly ObservationCount[] = COUNTS,
  others: Partial<QueueToForecast> = {},
): Waits & { readonly moreCopies: MoreCopiesForecast } => {
  const forecaster = new Forecaster({
    formatClass: 'eBook',
    loanDays: 21,
    nextTicket: holds + 1,
    unread: 0,
    liveHolds: holds,
    purchases: { copies: 0, days: 0 },
    loanTenths: [],
    shown: undefined,
    moreCopiesHours: null,
    counts,
    known: {
      collections: [{ collectionId: 'main', categories: ['adult'], owned: copies, loans: [], pickups: [] }],
      holds: Array.from({ length: holds }, (_, index) => hold(index + 1)),
      pickupHours: 72,
      returnsAfterMiss: null,
    },
    ...others,
  });
  const waits = forecaster.waits();
  return { ...waits, moreCopies: forecaster.moreCopies(waits.curves) };
};

test('in a long queue, where luck evens out, what is not known of titles keeps the times apart', () => {
  const { basis, curves } = forecast(2000, 20);
  const { likelyHours: likely, hours: latest } = curves[0]!.points.at(-1)!;
  expect(basis).toBe('known');
  expect(latest / likely).toBeGreaterThan(1.12);
});

test('the same queue has the same forecast, and the worst case where nothing is known', () => {
  expect(forecast(30, 2)).toEqual(forecast(30, 2));
  const { basis, curves } = forecast(30, 2, []);
  expect(basis).toBe('worst-case');
  for (const { hours, likelyHours } of curves[0]!.points) expect(hours).toBe(likelyHours);
});

test('what more copies bring is told in whole hours, also beside waits that stay as they were shown', () => {
  const [{ category, points }] = forecast(60, 20).curves as [WaitCurve];
  for (let later = 0; later <= 130; later += 13) {
    const before = points.map(({ ticket, hours, likelyHours }) => ({
      ticket,
      hours: hours + later + 0.83,
      likelyHours: likelyHours + later + 0.83,
    }));
    const shown = { curves: [{ category, points: before }], hoursLeftToday: 12 };
    const { moreCopies } = forecast(60, 20, COUNTS, { shown });
    expect(moreCopies).toEqual({ collectionId: 'main', likelyHours: expect.any(Array) as unknown });
    expect((moreCopies as MoreCopies).likelyHours.filter((each) => !Number.isInteger(each))).toEqual([]);
  }
});
