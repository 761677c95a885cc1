import { LATEST, LIKELY } from './observation.js';
import { absentHolds, isWaiting, type KnownQueue, lastEndFor } from './known-queue.js';
import type { Offers } from './simulation.js';

/** The times at which the holds of one category in a queue become ready, by ticket; interpolated between two points. */
export interface WaitCurve {
  readonly category: string;
  /** By ticket. The last point is for a hold that is placed now, unless `isCutOff`. */
  readonly points: readonly WaitPoint[];
  /** Holds behind the last point may get no copy: all licences end before. */
  readonly isCutOff?: true;
  /** The longest time without a free copy for the category: the longest wait of the first in line. */
  readonly gapHours: number;
}

/** The times of a ticket. From point to point, the hours never fall. */
export interface WaitPoint {
  readonly ticket: number;
  /** The hours until the hold is ready at the latest. */
  readonly hours: number;
  /** The hours until it is as likely to be ready as not. */
  readonly likelyHours: number;
}

/** On the line between two points, the times of a hold may be off by a share of their own, and by at least some hours. */
const TOLERANCE = 0.02;
const MIN_TOLERANCE_HOURS = 1;
/** The limit for all categories together: every placement writes the row of the queue, which should be small. */
const MAX_POINTS = 64;

/** A hundred years: a later time means nothing, and would not fit into the database. */
export const MAX_HOURS = 100 * 365 * 24;

/** The estimates that patrons see now. */
export interface ShownWaits {
  /** In hours from now; below 0 if the time is past. */
  readonly curves: readonly Omit<WaitCurve, 'gapHours'>[];
  /** Until the end of the day. */
  readonly hoursLeftToday: number;
}

export interface CurveOptions {
  /** Holds behind the known ones. */
  readonly unread?: number;
  readonly shown?: ShownWaits | undefined;
}

/**
 * @param runs the simulated offers of the queue: one for the worst case, or many
 * @param nextTicket of a hold that is placed now
 * @returns a curve for each category that can ever be served
 */
export function waitCurves(
  queue: KnownQueue,
  runs: readonly Offers[],
  nextTicket: number,
  { unread = 0, shown }: CurveOptions = {},
): WaitCurve[] {
  const categories = new Set(runs.flatMap(({ ofNewHolds }) => [...ofNewHolds.keys()]));
  // Copies that all end may be left over for nobody.
  for (const { category } of queue.holds) categories.add(category);
  // Holds behind the known ones are served as fast as those before them.
  const scale = 1 + unread / Math.max(1, queue.holds.length);
  const holds = [
    ...queue.holds.filter(isWaiting).map((hold) => ({ hold, offersIn: 'ofHolds' as const })),
    ...absentHolds(queue).map((hold) => ({ hold, offersIn: 'ifWaiting' as const })),
  ].sort((a, b) => a.hold.ticket - b.hold.ticket);
  const all = [...categories].map((category) => {
    const lastEnd = lastEndFor(queue, category);
    const points = holds
      .filter(({ hold }) => hold.category === category)
      .flatMap(({ hold: { ticket }, offersIn }) =>
        pointOf(
          ticket,
          runs.map((run) => run[offersIn].get(ticket)),
          lastEnd,
        ),
      );
    const ofNewHold = runs.map(({ ofNewHolds }) => ofNewHolds.get(category));
    const end = pointOf(
      nextTicket,
      ofNewHold.map((hours) => hours && hours * scale),
      lastEnd,
    );
    const steadied = inOrder(rising([...points, ...end]).map((point) => steady(point, category, shown)));
    return {
      category,
      points: steadied.map((point) => notAfter(lastEnd, point)),
      ...(end.length === 0 && { isCutOff: true as const }),
      gapHours: wholeHours(quantile(LATEST, ascending(runs.map(({ gaps }) => gaps.get(category) ?? 0)))),
    };
  });
  const curves = all.filter(({ points }) => points.length > 0);
  const maxPoints = Math.max(2, Math.floor(MAX_POINTS / curves.length));
  return curves.map((curve) => ({ ...curve, points: thinned(curve.points, maxPoints) }));
}

/**
 * @param hours undefined: not in this run
 * @param lastEnd copies that come then, or later, are not known yet
 * @returns one, or none for a hold that may get no copy
 */
function pointOf(ticket: number, hours: readonly (number | undefined)[], lastEnd: number): WaitPoint[] {
  const sorted = ascending(hours.map((each) => (each === undefined || each >= lastEnd ? Infinity : each)));
  if (!Number.isFinite(quantile(LATEST, sorted))) return [];
  return [
    {
      ticket,
      hours: estimatedHours(LATEST, sorted),
      likelyHours: estimatedHours(LIKELY, sorted),
    },
  ];
}

function notAfter(end: number, { ticket, hours, likelyHours }: WaitPoint): WaitPoint {
  const last = Math.floor(end);
  return { ticket, hours: Math.min(hours, last), likelyHours: Math.min(likelyHours, last) };
}

/**
 * The hour by which a share of the runs is over. Many may end in the last hour, when a loan ends: they count half, and a later hour is given
 * if it is then nearer to the share.
 */
function estimatedHours(share: number, sorted: readonly number[]): number {
  const hour = wholeHours(quantile(share, sorted));
  // A single run is the worst case.
  if (sorted.length === 1) return hour;
  const over = (hours: number): number => sorted.filter((each) => each <= hours).length / sorted.length;
  const [before, then] = [over(hour - 1), over(hour)];
  return then - share < share - (before + then) / 2 ? wholeHours(hour + 1) : hour;
}

/** A smaller change, as a share of the wait, says little, and its patron would see the date jump. */
const NOTICEABLE = 0.1;

/** The shown times stay until the new ones say something else, or until their day has come without a copy. */
function steady(point: WaitPoint, category: string, shown: ShownWaits | undefined): WaitPoint {
  const curve = shown?.curves.find((each) => each.category === category);
  const seen = curve && pointOn(curve.points, point.ticket);
  if (shown === undefined || seen === undefined) return point;
  const chosen = (hours: number, before: number): number => {
    const isMissed = before <= shown.hoursLeftToday && hours > shown.hoursLeftToday;
    return isMissed || Math.abs(hours - before) > NOTICEABLE * before ? hours : before;
  };
  const likelyHours = chosen(point.likelyHours, seen.likelyHours);
  return { ...point, likelyHours, hours: Math.max(likelyHours, chosen(point.hours, seen.hours)) };
}

/** @returns undefined for a ticket that came later than the curve */
function pointOn(points: readonly WaitPoint[], ticket: number): WaitPoint | undefined {
  const after = points.findIndex((each) => each.ticket >= ticket);
  const [start, end] = [points[after - 1], points[after]];
  if (start === undefined || end === undefined) return end;
  const part = (ticket - start.ticket) / (end.ticket - start.ticket);
  const at = (from: number, to: number): number => from + (to - from) * part;
  return {
    ticket,
    hours: at(start.hours, end.hours),
    likelyHours: at(start.likelyHours, end.likelyHours),
  };
}

/** Rounded up: the exact end of another patron's loan must not be told. */
function wholeHours(hours: number): number {
  return Math.min(MAX_HOURS, Math.ceil(hours));
}

function ascending(numbers: readonly number[]): readonly number[] {
  return numbers.toSorted((a, b) => a - b);
}

/** Reality is one run more: the share must be over in all of these, and not only in the simulated ones. Interpolated between two numbers. */
function quantile(share: number, sorted: readonly number[]): number {
  const at = Math.min(sorted.length - 1, Math.max(0, share * (sorted.length + 1) - 1));
  const [below = 0, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}

/** No hold is promised an earlier time than one before it. */
function rising(points: readonly WaitPoint[]): readonly WaitPoint[] {
  let [most, mostLikely] = [0, 0];
  return points.map(({ ticket, hours, likelyHours }) => {
    most = Math.max(most, hours);
    mostLikely = Math.max(mostLikely, likelyHours);
    return { ticket, hours: most, likelyHours: mostLikely };
  });
}

/**
 * A time that stays as shown may be later than that of a hold behind it: then that hold gets it too. Otherwise each new hold of a long queue
 * would get a time that has stayed too late before it.
 */
function inOrder(points: readonly WaitPoint[]): readonly WaitPoint[] {
  let [least, leastLikely] = [Infinity, Infinity];
  return points
    .toReversed()
    .map(({ ticket, hours, likelyHours }) => {
      least = Math.min(least, hours);
      leastLikely = Math.min(leastLikely, likelyHours);
      return { ticket, hours: least, likelyHours: leastLikely };
    })
    .toReversed();
}

/** The first and the last point, and then repeatedly the one that is furthest from the line between its neighbours. */
function thinned(points: readonly WaitPoint[], maxPoints: number): readonly WaitPoint[] {
  let kept = points.filter((_, index) => index === 0 || index === points.length - 1);
  while (kept.length < maxPoints) {
    const furthest = furthestFrom(kept, points);
    if (furthest === undefined) break;
    kept = [...kept, furthest].sort((a, b) => a.ticket - b.ticket);
  }
  return kept;
}

/** @returns undefined if none is further off than allowed */
function furthestFrom(kept: readonly WaitPoint[], points: readonly WaitPoint[]): WaitPoint | undefined {
  let furthest: WaitPoint | undefined;
  let most = 1;
  for (const point of points) {
    const estimated = pointOn(kept, point.ticket) ?? point;
    const off = Math.max(
      offBy(point.hours, estimated.hours),
      offBy(point.likelyHours, estimated.likelyHours),
    );
    if (off > most) [furthest, most] = [point, off];
  }
  return furthest;
}

/** Above 1, it is further off than allowed. */
function offBy(hours: number, estimated: number): number {
  return Math.abs(hours - estimated) / Math.max(MIN_TOLERANCE_HOURS, TOLERANCE * hours);
}
