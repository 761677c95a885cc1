import {
  holdsPerCopyBucket,
  LOAN_TENTHS,
  type Measure,
  type ObservationCount,
  PICKUP_HOURS,
  PICKUP_MISSED,
  WAIT_GOES_ON,
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

/** The copies that the library has bought of a title lately, and on how many days patrons waited for it. */
export interface OwnPurchases {
  readonly copies: number;
  readonly days: number;
}

export interface ConductOptions {
  /** The library goes on buying copies as it does, and of this title as it did. */
  readonly buying?: OwnPurchases | undefined;
  /** Of the title. */
  readonly ownLoans?: OwnLoans | undefined;
  /** Rates are drawn round what was observed, as far off as they may be: by their few observations, and because titles differ. */
  readonly isDoubtful?: boolean;
}

/** How far the rates of a title are off those of its class: standard deviations, as shares. */
const TITLES_DIFFER = { giveUps: 0.25, purchases: 0.5 } as const;
/** What is known of the class counts as much as so many copies that were bought of the title. */
const CLASS_COUNTS_AS = 0.5;

/** What has been learned of a library's patrons. */
export class LearnedConduct {
  private readonly shares = new Map<string, Histogram | undefined>();
  private readonly pickups = new Map<string, Histogram | undefined>();
  private readonly giveUps = new Map<string, GiveUps>();
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
    { buying, ownLoans, isDoubtful = false }: ConductOptions = {},
  ): Conduct | undefined {
    const shares = this.sharesOf(formatClass, loanDays);
    const pickups = this.pickupsOf('pickup', formatClass, pickupHours);
    if (shares === undefined || pickups === undefined) return undefined;
    const again = this.pickupsOf('pickup-again', formatClass, pickupHours, MIN_SECOND_PICKUPS) ?? pickups;
    const giveUps = this.giveUpsOf(formatClass);
    const doubt = (spread: number, observations = Infinity): number =>
      isDoubtful ? factorAround1(Math.hypot(spread, 1 / Math.sqrt(Math.max(1, observations))), random) : 1;
    const rates = {
      giveUpsAnHour: giveUps.anHour * doubt(TITLES_DIFFER.giveUps, giveUps.removed),
      purchasesAnHour: this.purchasesOf(formatClass),
      own: buying,
      purchaseFactor: doubt(TITLES_DIFFER.purchases, CLASS_COUNTS_AS + (buying?.copies ?? 0)),
      loanPower: doubt(0, CLASS_COUNTS_AS_LOANS + (ownLoans ? sum(ownLoans.ended) : 0)),
    };
    const loans = ownLoans ? loansOfTitle(shares, ownLoans) : shares;
    return new SampledConduct(loans, [pickups, again], rates, random);
  }

  /** Whether the library buys copies of a title with so many holds and copies. */
  isBought(formatClass: string, holds: number, copies: number, own: OwnPurchases): boolean {
    const ofClass = this.purchasesOf(formatClass).get(holdsPerCopyBucket(holds, copies)) ?? 0;
    return purchasesOfTitle(ofClass, own) > 0;
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

  /** Of each hold that waits. Those that go on waiting count, too: in a young queue, only the short waits have ended. */
  private giveUpsOf(formatClass: string): GiveUps {
    return remember(this.giveUps, formatClass, () => {
      const waits = this.counts.filter(({ measure }) => measure === 'waiting');
      const ended = (some: readonly ObservationCount[]): number =>
        total(some.filter(({ bucket }) => bucket !== WAIT_GOES_ON));
      const own = waits.filter((each) => each.formatClass === formatClass);
      const used = [own, waits].find((some) => ended(some) >= MIN_OBSERVATIONS) ?? [];
      const removed = total(used.filter(({ bucket }) => bucket === WAIT_REMOVED));
      const hours = used
        .filter(({ bucket }) => bucket === WAIT_GOES_ON)
        .reduce((sum, { amount }) => sum + amount, 0);
      return { removed, anHour: hours === 0 ? 0 : removed / hours };
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

function total(counts: readonly Pick<ObservationCount, 'count'>[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((so, each) => so + each, 0);

interface GiveUps {
  readonly removed: number;
  /** Of each hold that waits. */
  readonly anHour: number;
}

function copiesIn(counts: readonly ObservationCount[]): number {
  return counts.reduce((sum, { measure, amount }) => sum + (measure === 'bought' ? amount : 0), 0);
}

function purchasesAnHour(counts: readonly ObservationCount[]): number {
  const days = total(counts.filter(({ measure }) => measure === 'waited-for'));
  // More copies than days are those of an import before anything was counted.
  return Math.max(0, Math.min(1, copiesIn(counts) / Math.max(1, days))) / 24;
}

/** Of a title in an hour: what is known of its class, moved by what the library has bought of it. */
function purchasesOfTitle(ofClass: number, own: OwnPurchases | undefined): number {
  if (own === undefined) return 0;
  const before =
    ofClass === 0 ? { copies: 0, hours: 0 } : { copies: CLASS_COUNTS_AS, hours: CLASS_COUNTS_AS / ofClass };
  if (ofClass === 0 && own.copies < MIN_COPIES_BOUGHT) return 0;
  return (before.copies + own.copies) / Math.max(24, before.hours + 24 * own.days);
}

/** Drawn from the lognormal distribution with the mean 1. */
function factorAround1(deviation: number, random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.exp(deviation * normal - deviation ** 2 / 2);
}

/** The loans of a title. */
export interface OwnLoans {
  /** How many have lasted so many tenths of their time. */
  readonly ended: readonly number[];
  readonly running: readonly RunningLoan[];
}

/** What is known of the class counts as much as so many loans of the title: titles differ. */
const CLASS_COUNTS_AS_LOANS = 8;

/**
 * How long loans of a title last, by the product-limit estimator: as long as loans run they count among those that have lasted so long. Else
 * only the short ones would count at first.
 */
function loansOfTitle(ofClass: Histogram, { ended, running }: OwnLoans): Histogram {
  const counts = Array.from(
    { length: LOAN_TENTHS + 1 },
    (_, tenth) => (ended[tenth] ?? 0) + CLASS_COUNTS_AS_LOANS * ofClass.shareOf(tenth),
  );
  const tenthsOf = ({ hours, left }: RunningLoan): number =>
    (LOAN_TENTHS * (hours - left)) / Math.max(1, hours);
  const reached = (tenth: number): number =>
    counts.slice(tenth).reduce((sum, count) => sum + count, 0) +
    running.reduce((sum, loan) => sum + Math.min(1, Math.max(0, tenthsOf(loan) - tenth)), 0);
  let lasting = 1;
  return new Histogram(
    counts.map((count, bucket) => {
      const ending = count === 0 ? 0 : (lasting * count) / reached(bucket);
      lasting -= ending;
      return { bucket, count: ending };
    }),
  );
}

/** How often each bucket was observed. */
class Histogram {
  private readonly buckets: readonly number[];
  private readonly upTo: readonly number[];

  constructor(counts: readonly Pick<ObservationCount, 'bucket' | 'count'>[]) {
    const byBucket = Map.groupBy(counts, ({ bucket }) => bucket);
    this.buckets = [...byBucket.keys()].sort((a, b) => a - b);
    let sum = 0;
    this.upTo = this.buckets.map((bucket) => (sum += total(byBucket.get(bucket) ?? [])));
  }

  get total(): number {
    return this.upTo.at(-1) ?? 0;
  }

  shareOf(bucket: number): number {
    const index = this.buckets.indexOf(bucket);
    return index === -1 ? 0 : (this.upTo[index]! - (this.upTo[index - 1] ?? 0)) / this.total;
  }

  /** @param random below 1 */
  at(random: number): number {
    const wanted = random * this.total;
    return this.buckets[this.upTo.findIndex((sum) => sum > wanted)] ?? 0;
  }
}

/** What has lasted for some time already is drawn until it lasts longer, but so often at most: then it takes all of its time. */
const MAX_DRAWS = 20;

interface Rates {
  readonly giveUpsAnHour: number;
  /** Of the class, by the bucket of holds per copy. */
  readonly purchasesAnHour: ReadonlyMap<number, number>;
  /** Undefined: nothing is bought. */
  readonly own: OwnPurchases | undefined;
  readonly purchaseFactor: number;
  /** Above 1, loans are shorter than those of the class; below, longer. */
  readonly loanPower: number;
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
    const { purchasesAnHour, own, purchaseFactor } = this.rates;
    const ofClass = purchasesAnHour.get(holdsPerCopyBucket(holds, copies)) ?? 0;
    return this.timeUntil(purchasesOfTitle(ofClass, own) * purchaseFactor);
  }

  private timeUntil(timesAnHour: number): number {
    return timesAnHour === 0 ? Infinity : -Math.log(1 - this.random()) / timesAnHour;
  }

  private endOfLoan(hours: number): number {
    const tenth = this.shares.at(this.random() ** this.rates.loanPower);
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
