import {
  holdsPerCopyBucket,
  LOAN_TENTHS,
  type Measure,
  type ObservationCount,
  PICKUP_HOURS,
  PICKUP_MISSED,
  WAIT_READY,
  WAIT_REMOVED,
} from './observation.js';

/** What patrons do with copies and holds, and the library with titles that they wait for. All times are in hours. */
export interface Conduct {
  /** @returns how long until the copy is back */
  returnLoan(loan: RunningLoan): number;
  /**
   * @param isSecond the hold's first pickup was missed
   * @returns how long until the copy is borrowed, or free again
   */
  pickUp(pickup: RunningPickup, isSecond?: boolean): Pickup;
  /** @returns how long until the hold is removed, if no copy comes */
  giveUp(): number;
  /** @returns how long until the library has one more copy, of a title with so many holds and copies */
  buy(holds: number, copies: number): number;
}

/** Of a loan, or of a copy that is set aside: how long it lasts at most, and how much of that is left. */
export interface RunningLoan {
  readonly hours: number;
  readonly left: number;
}
export type RunningPickup = RunningLoan;

export interface Pickup {
  readonly after: number;
  readonly isBorrowed: boolean;
}

/** Every loan and every pickup takes all of its time, no hold is removed, and no copy is bought. */
export const WORST_CASE: Conduct = {
  returnLoan: ({ left }) => left,
  pickUp: ({ left }) => ({ after: left, isBorrowed: true }),
  giveUp: () => Infinity,
  buy: () => Infinity,
};

/** So many observations of a kind are needed before they say something. With fewer, similar kinds are taken together. */
const MIN_OBSERVATIONS = 50;
/** Of second pickups there are few, and they are so unlike first ones that fewer say more than those. */
const MIN_SECOND_PICKUPS = 20;
/** A library buys seldom, and more for what is waited for most: so few copies tell how often. */
const MIN_COPIES_BOUGHT = 3;

export interface ConductOptions {
  /** Whether the library goes on buying copies as it does. */
  readonly isBuying?: boolean;
}

/** What has been learned of a library's patrons. */
export class LearnedConduct {
  private readonly shares = new Map<string, Histogram | undefined>();
  private readonly pickups = new Map<string, Histogram | undefined>();
  private readonly giveUps = new Map<string, number>();
  private readonly purchases = new Map<string, ReadonlyMap<number, number>>();

  constructor(private readonly counts: readonly ObservationCount[]) {}

  /**
   * @param loanDays the usual lending period of the title
   * @param random numbers from 0 to 1
   * @returns what patrons do with a title; undefined if too little is known
   */
  of(
    formatClass: string,
    loanDays: number,
    pickupHours: number,
    random: () => number,
    { isBuying = false }: ConductOptions = {},
  ): Conduct | undefined {
    const shares = this.sharesOf(formatClass, loanDays);
    const pickups = this.pickupsOf('pickup', formatClass, pickupHours);
    if (shares === undefined || pickups === undefined) return undefined;
    const again = this.pickupsOf('pickup-again', formatClass, pickupHours, MIN_SECOND_PICKUPS) ?? pickups;
    const purchases = isBuying ? this.purchasesOf(formatClass) : NO_PURCHASES;
    const rates = { giveUpsAnHour: this.giveUpsOf(formatClass), purchasesAnHour: purchases };
    return new SampledConduct(shares, [pickups, again], rates, random);
  }

  /** Whether the library buys copies of titles with so many holds and copies. */
  isBought(formatClass: string, holds: number, copies: number): boolean {
    return (this.purchasesOf(formatClass).get(holdsPerCopyBucket(holds, copies)) ?? 0) > 0;
  }

  private sharesOf(formatClass: string, days: number): Histogram | undefined {
    return remember(this.shares, `${formatClass} ${days}`, () => this.pooled('loan', formatClass, days));
  }

  private pickupsOf(
    measure: Measure,
    formatClass: string,
    hours: number,
    minimum = MIN_OBSERVATIONS,
  ): Histogram | undefined {
    return remember(this.pickups, `${measure} ${formatClass} ${hours}`, () =>
      this.pooled(measure, formatClass, hours, minimum),
    );
  }

  /** How many holds are removed in an hour, of each that waits. */
  private giveUpsOf(formatClass: string): number {
    return remember(this.giveUps, formatClass, () => {
      const waits = this.counts.filter(({ measure }) => measure === 'waiting');
      const own = waits.filter((each) => each.formatClass === formatClass);
      const used = total(own) >= MIN_OBSERVATIONS ? own : waits;
      if (total(used) < MIN_OBSERVATIONS) return 0;
      const removed = total(used.filter(({ bucket }) => bucket === WAIT_REMOVED));
      const hours = used
        .filter(({ bucket }) => bucket === WAIT_REMOVED || bucket === WAIT_READY)
        .reduce((sum, { amount }) => sum + amount, 0);
      return removed / Math.max(1, hours);
    });
  }

  /** How many copies are added in an hour to a title that is waited for, by the bucket of its holds per copy. */
  private purchasesOf(formatClass: string): ReadonlyMap<number, number> {
    return remember(this.purchases, formatClass, () => {
      const all = this.counts.filter(({ measure }) => measure === 'bought' || measure === 'waited-for');
      const own = all.filter((each) => each.formatClass === formatClass);
      const used = [own, all].find((some) => copiesIn(some) >= MIN_COPIES_BOUGHT) ?? [];
      const byBucket = [...Map.groupBy(used, ({ bucket }) => bucket)];
      return new Map(byBucket.map(([bucket, some]) => [bucket, purchasesAnHour(some)]));
    });
  }

  /** The same class and period, else the same class, else all. */
  private pooled(
    measure: Measure,
    formatClass: string,
    period: number,
    minimum = MIN_OBSERVATIONS,
  ): Histogram | undefined {
    const all = this.counts.filter((each) => each.measure === measure);
    const ofClass = all.filter((each) => each.formatClass === formatClass);
    const enough = [ofClass.filter((each) => each.period === period), ofClass, all].find(
      (some) => total(some) >= minimum,
    );
    return enough && new Histogram(enough);
  }
}

function remember<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  if (!known.has(key)) known.set(key, find());
  return known.get(key) as Value;
}

function total(counts: readonly ObservationCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

const NO_PURCHASES: ReadonlyMap<number, number> = new Map();

function copiesIn(counts: readonly ObservationCount[]): number {
  return counts.reduce((sum, { measure, amount }) => sum + (measure === 'bought' ? amount : 0), 0);
}

function purchasesAnHour(counts: readonly ObservationCount[]): number {
  const days = total(counts.filter(({ measure }) => measure === 'waited-for'));
  // More copies than days are those of an import before anything was counted.
  return Math.max(0, Math.min(1, copiesIn(counts) / Math.max(1, days))) / 24;
}

/** How often each bucket was observed. */
class Histogram {
  private readonly buckets: readonly number[];
  private readonly upTo: readonly number[];

  constructor(counts: readonly ObservationCount[]) {
    const byBucket = Map.groupBy(counts, ({ bucket }) => bucket);
    this.buckets = [...byBucket.keys()].sort((a, b) => a - b);
    let sum = 0;
    this.upTo = this.buckets.map((bucket) => (sum += total(byBucket.get(bucket) ?? [])));
  }

  /** @param random below 1 */
  at(random: number): number {
    const wanted = random * (this.upTo.at(-1) ?? 0);
    return this.buckets[this.upTo.findIndex((sum) => sum > wanted)] ?? 0;
  }
}

/** What has lasted for some time already is drawn until it lasts longer, but so often at most: then it takes all of its time. */
const MAX_DRAWS = 20;

interface Rates {
  readonly giveUpsAnHour: number;
  /** By the bucket of holds per copy. */
  readonly purchasesAnHour: ReadonlyMap<number, number>;
}

class SampledConduct implements Conduct {
  constructor(
    private readonly shares: Histogram,
    private readonly pickups: readonly [first: Histogram, second: Histogram],
    private readonly rates: Rates,
    private readonly random: () => number,
  ) {}

  returnLoan({ hours, left }: RunningLoan): number {
    const since = hours - left;
    const drawn = this.longerThan(since, () => ({ after: this.endOfLoan(hours) }));
    return drawn === undefined ? left : Math.min(left, drawn.after - since);
  }

  pickUp({ hours, left }: RunningPickup, isSecond = false): Pickup {
    const since = hours - left;
    const pickups = this.pickups[isSecond ? 1 : 0];
    const drawn = this.longerThan(since, () => this.endOfPickup(pickups, hours));
    return drawn ? { ...drawn, after: drawn.after - since } : { after: left, isBorrowed: false };
  }

  giveUp(): number {
    return this.timeUntil(this.rates.giveUpsAnHour);
  }

  buy(holds: number, copies: number): number {
    return this.timeUntil(this.rates.purchasesAnHour.get(holdsPerCopyBucket(holds, copies)) ?? 0);
  }

  private timeUntil(timesAnHour: number): number {
    return timesAnHour === 0 ? Infinity : -Math.log(1 - this.random()) / timesAnHour;
  }

  private endOfLoan(hours: number): number {
    const tenth = this.shares.at(this.random());
    return tenth >= LOAN_TENTHS ? hours : (hours * (tenth + this.random())) / LOAN_TENTHS;
  }

  private endOfPickup(pickups: Histogram, hours: number): Pickup {
    const bucket = pickups.at(this.random());
    if (bucket > PICKUP_MISSED) return { after: this.random() * hours, isBorrowed: false };
    const from = PICKUP_HOURS[bucket - 1] ?? 0;
    const to = PICKUP_HOURS[bucket] ?? Math.max(hours, from);
    const after = bucket === PICKUP_MISSED ? hours : from + this.random() * (to - from);
    return { after: Math.min(after, hours), isBorrowed: after < hours };
  }

  private longerThan<End extends { readonly after: number }>(
    since: number,
    draw: () => End,
  ): End | undefined {
    for (let draws = 0; draws < MAX_DRAWS; draws += 1) {
      const drawn = draw();
      if (drawn.after > since) return drawn;
    }
    return undefined;
  }
}
