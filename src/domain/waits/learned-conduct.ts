import { LOAN_TENTHS } from '../holds/event-facts.js';
import type { Conduct, PickupResult, RunningLoan, RunningPickup } from './conduct.js';
import { Histogram, total } from './histogram.js';
import type { KnownQueue } from './known-queue.js';
import {
  HOLDS_PER_COPY_BUCKETS,
  holdsPerCopyBucket,
  type Measure,
  type ObservationCount,
  PICKUP_HOURS,
  PICKUP_MISSED,
  WAIT_GOES_ON,
  WAIT_REMOVED,
} from './observation.js';

/** So many observations of a kind are enough. Missing ones are taken from similar kinds. */
const MIN_OBSERVATIONS = 50;
/** Second pickups are rare, and so unlike first ones that fewer observations are better than those. */
const MIN_SECOND_PICKUPS = 20;

/** Purchases of titles with a few more or fewer holds per copy count less by this factor from bucket to bucket. */
const NEIGHBOUR_COUNTS_AS = 0.3;

/** The standard deviation of a title's rates from those of its class, as shares. */
const TITLES_DIFFER = { giveUps: 0.25, purchases: 0.5 } as const;
/** The rates of the class count as much as so many purchases, and so many loans, of the title. */
const CLASS_COUNTS_AS = { copies: 0.5, loans: 8 } as const;

/** Titles that are described by the same observations. */
export interface TitleTraits {
  readonly formatClass: string;
  /** The usual lending period. */
  readonly loanDays: number;
  readonly pickupHours: number;
}

/** The copies that the library has bought lately, and on how many days patrons waited for a title. */
export interface BoughtCopies {
  readonly copies: number;
  readonly days: number;
}

/** The loans of a title. */
export interface OwnLoans {
  /** How many loans have lasted so many tenths of their period. */
  readonly ended: readonly number[];
  readonly running: readonly RunningLoan[];
}

/** @param ended as in `OwnLoans` */
export function ownLoansOf({ collections }: KnownQueue, ended: readonly number[]): OwnLoans {
  return { ended, running: collections.flatMap(({ loans }) => loans) };
}

export interface ConductOptions {
  /** The library goes on buying copies at its rate, and at that of this title. */
  readonly buying?: BoughtCopies | undefined;
  /** The loans of the title. */
  readonly ownLoans?: OwnLoans | undefined;
  /** Rates are drawn around the observed ones, as far off as they may be: because observations are few, and because titles differ. */
  readonly isDoubtful?: boolean;
}

/** The learned behaviour of a library's patrons, and its purchases, for titles of one kind. */
export class LearnedConduct {
  private constructor(
    private readonly loans: Histogram,
    private readonly pickups: SampledPickups,
    private readonly giveUps: GiveUps,
    private readonly purchases: PurchasesAnHour,
  ) {}

  /** @returns undefined if too little is known */
  static from(
    counts: readonly ObservationCount[],
    { formatClass, loanDays, pickupHours }: TitleTraits,
  ): LearnedConduct | undefined {
    const of = (asked: Measure): ObservationCount[] => counts.filter(({ measure }) => measure === asked);
    const [loans, pickups] = [of('loan'), of('pickup')];
    if (Math.min(total(loans), total(pickups)) < MIN_OBSERVATIONS) return undefined;
    const first = pooled(pickups, formatClass, pickupHours, MIN_OBSERVATIONS);
    const again = pooled(of('pickup-again'), formatClass, pickupHours, MIN_SECOND_PICKUPS);
    const second = filledUp(again, first, MIN_SECOND_PICKUPS);
    return new LearnedConduct(
      new Histogram(pooled(loans, formatClass, loanDays, MIN_OBSERVATIONS)),
      { first: new Histogram(first), second: new Histogram(second) },
      giveUpsIn(counts, formatClass),
      purchasesIn(counts, formatClass),
    );
  }

  /**
   * @param random numbers from 0 to 1, without 1
   * @returns the behaviour for one title
   */
  draw(random: () => number, { buying, ownLoans, isDoubtful = false }: ConductOptions = {}): Conduct {
    const doubt = (spread: number, observations: number): number =>
      isDoubtful ? factorAround1(Math.hypot(spread, 1 / Math.sqrt(Math.max(1, observations))), random) : 1;
    const rates = {
      giveUpsAnHour: this.giveUps.anHour * doubt(TITLES_DIFFER.giveUps, this.giveUps.removed),
      purchasesAnHour: this.purchases,
      own: buying,
      purchaseFactor: doubt(TITLES_DIFFER.purchases, CLASS_COUNTS_AS.copies + (buying?.copies ?? 0)),
      loanPower: doubt(
        0,
        CLASS_COUNTS_AS.loans + (ownLoans?.ended.reduce((sum, each) => sum + each, 0) ?? 0),
      ),
    };
    const loans = ownLoans ? loansOfTitle(this.loans, ownLoans) : this.loans;
    return new SampledConduct(loans, this.pickups, rates, random);
  }

  /** Whether the library buys copies of a title with so many holds and copies. */
  isBought(holds: number, copies: number, own: BoughtCopies): boolean {
    return purchasesOfTitle(this.purchases, holdsPerCopyBucket(holds, copies), own) > 0;
  }
}

/** Observations of the same class and period; missing ones come from the class's other periods, and then from other classes. */
function pooled(
  all: readonly ObservationCount[],
  formatClass: string,
  period: number,
  minimum: number,
): ObservationCount[] {
  const [ofClass, others] = partition(all, (each) => each.formatClass === formatClass);
  const [ofPeriod, ofOthers] = partition(ofClass, (each) => each.period === period);
  return filledUp(filledUp(ofPeriod, ofOthers, minimum), others, minimum);
}

function partition<Item>(items: readonly Item[], is: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(is), items.filter((item) => !is(item))];
}

/** @returns `some`, and so much of `others` that the sum is a certain number: then nothing changes abruptly when one observation is forgotten */
function filledUp(
  some: readonly ObservationCount[],
  others: readonly ObservationCount[],
  wanted: number,
  numberOf: (some: readonly ObservationCount[]) => number = total,
): ObservationCount[] {
  const part = Math.min(1, Math.max(0, wanted - numberOf(some)) / Math.max(1, numberOf(others)));
  if (part === 0) return [...some];
  return [
    ...some,
    ...others.map((each) => ({ ...each, count: part * each.count, amount: part * each.amount })),
  ];
}

interface GiveUps {
  readonly removed: number;
  /** The rate of each waiting hold. */
  readonly anHour: number;
}

/** Holds that still wait count too: in a young queue, only the short waits have ended. */
function giveUpsIn(counts: readonly ObservationCount[], formatClass: string): GiveUps {
  const waits = counts.filter(({ measure }) => measure === 'waiting');
  const ended = (some: readonly ObservationCount[]): number =>
    total(some.filter(({ bucket }) => bucket !== WAIT_GOES_ON));
  const used = filledUp(
    ...partition(waits, (each) => each.formatClass === formatClass),
    MIN_OBSERVATIONS,
    ended,
  );
  const removed = total(used.filter(({ bucket }) => bucket === WAIT_REMOVED));
  const hours = used.reduce((sum, { bucket, amount }) => sum + (bucket === WAIT_GOES_ON ? amount : 0), 0);
  const isKnown = Math.min(1, ended(used) / MIN_OBSERVATIONS);
  return { removed, anHour: hours === 0 ? 0 : (isKnown * removed) / hours };
}

/** Copies that are added in an hour to a title that patrons wait for, by the bucket of its holds per copy. */
type PurchasesAnHour = readonly number[];

/** The purchases of the class for each number of holds per copy, moved towards those of all classes, and of neighbouring numbers. */
function purchasesIn(counts: readonly ObservationCount[], formatClass: string): PurchasesAnHour {
  const buckets = Array.from({ length: HOLDS_PER_COPY_BUCKETS }, (_, bucket) => bucket);
  const inBucket = (some: readonly ObservationCount[]): BoughtCopies[] =>
    buckets.map((bucket) => purchasesOf(some.filter((each) => each.bucket === bucket)));
  const all = inBucket(counts);
  const ofClass = inBucket(counts.filter((each) => each.formatClass === formatClass));
  return buckets.map((bucket) => {
    const near = (of: (each: BoughtCopies) => number): number =>
      all.reduce((sum, each, other) => sum + of(each) * NEIGHBOUR_COUNTS_AS ** Math.abs(bucket - other), 0);
    const copies = near((each) => each.copies);
    // More copies than days are those of an import before counting began.
    const aDay = copies === 0 ? 0 : Math.min(1, copies / near(({ days }) => days));
    return movedFrom(aDay, ofClass[bucket]!) / 24;
  });
}

function purchasesOf(counts: readonly ObservationCount[]): BoughtCopies {
  const of = (asked: Measure): ObservationCount[] => counts.filter(({ measure }) => measure === asked);
  return {
    copies: Math.max(
      0,
      of('bought').reduce((sum, { amount }) => sum + amount, 0),
    ),
    days: total(of('waited-for')),
  };
}

/** Copies bought in a day: the rate of others counts as much as so many copies. Nothing is bought where nobody buys. */
function movedFrom(aDay: number, { copies, days }: BoughtCopies): number {
  const others = CLASS_COUNTS_AS.copies;
  return aDay === 0 ? 0 : Math.min(1, (others + copies) / (others / aDay + days));
}

/** The rate of a title in an hour: that of its class, moved by the library's purchases of it. */
function purchasesOfTitle(purchases: PurchasesAnHour, bucket: number, own: BoughtCopies | undefined): number {
  return own === undefined ? 0 : movedFrom(24 * (purchases[bucket] ?? 0), own) / 24;
}

/** A draw from the lognormal distribution with the mean 1. */
function factorAround1(deviation: number, random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.exp(deviation * normal - deviation ** 2 / 2);
}

/**
 * The length of a title's loans, by the product-limit estimator: running loans count among those that have lasted so long. Otherwise only
 * short ones would count at first.
 */
function loansOfTitle(ofClass: Histogram, { ended, running }: OwnLoans): Histogram {
  const counts = Array.from(
    { length: LOAN_TENTHS + 1 },
    (_, tenth) => (ended[tenth] ?? 0) + CLASS_COUNTS_AS.loans * ofClass.shareOf(tenth),
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

/** A loan that has already lasted for some time is drawn until it lasts longer, at most so often: then it takes all of its time. */
const MAX_DRAWS = 20;

interface SampledPickups {
  readonly first: Histogram;
  readonly second: Histogram;
}

interface Rates {
  readonly giveUpsAnHour: number;
  readonly purchasesAnHour: PurchasesAnHour;
  /** Undefined: nothing is bought. */
  readonly own: BoughtCopies | undefined;
  readonly purchaseFactor: number;
  /** Above 1, loans are shorter than those of the class; below 1, longer. */
  readonly loanPower: number;
}

class SampledConduct implements Conduct {
  constructor(
    private readonly loans: Histogram,
    private readonly pickups: SampledPickups,
    private readonly rates: Rates,
    private readonly random: () => number,
  ) {}

  returnLoan({ hours, left }: RunningLoan): number {
    const since = hours - left;
    const drawn = longerThan(since, () => ({ after: this.endOfLoan(hours) }));
    return drawn === undefined ? left : Math.min(left, drawn.after - since);
  }

  pickUp({ hours, left }: RunningPickup, isSecond = false): PickupResult {
    const since = hours - left;
    const drawn = longerThan(since, () => this.endOfPickup(hours, isSecond));
    return drawn ? { ...drawn, after: drawn.after - since } : { after: left, isBorrowed: false };
  }

  giveUp(): number {
    return this.timeUntil(this.rates.giveUpsAnHour);
  }

  buy(holds: number, copies: number): number {
    const { purchasesAnHour, own, purchaseFactor } = this.rates;
    const anHour = purchasesOfTitle(purchasesAnHour, holdsPerCopyBucket(holds, copies), own);
    return this.timeUntil(anHour * purchaseFactor);
  }

  private timeUntil(timesAnHour: number): number {
    return timesAnHour === 0 ? Infinity : -Math.log(1 - this.random()) / timesAnHour;
  }

  private endOfLoan(hours: number): number {
    const tenth = this.loans.at(this.random() ** this.rates.loanPower);
    return tenth >= LOAN_TENTHS ? hours : (hours * (tenth + this.random())) / LOAN_TENTHS;
  }

  private endOfPickup(hours: number, isSecond: boolean): PickupResult {
    const bucket = this.pickups[isSecond ? 'second' : 'first'].at(this.random());
    if (bucket > PICKUP_MISSED) return { after: this.random() * hours, isBorrowed: false };
    const from = PICKUP_HOURS[bucket - 1] ?? 0;
    const to = PICKUP_HOURS[bucket] ?? Math.max(hours, from);
    const after = bucket === PICKUP_MISSED ? hours : from + this.random() * (to - from);
    return { after: Math.min(after, hours), isBorrowed: after < hours };
  }
}

function longerThan<End extends { readonly after: number }>(since: number, draw: () => End): End | undefined {
  for (let draws = 0; draws < MAX_DRAWS; draws += 1) {
    const drawn = draw();
    if (drawn.after > since) return drawn;
  }
  return undefined;
}
