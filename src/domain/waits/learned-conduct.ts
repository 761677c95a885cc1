import type { Conduct, PickupResult, RunningLoan, RunningPickup } from './conduct.js';
import { LOAN_TENTHS } from '../holds/event-facts.js';
import {
  CLASS_COUNTS_AS_LOANS,
  habitsAt,
  type HabitsInSeasons,
  habitsInSeasons,
  habitsOfTitle,
  isLived,
  type OwnLoans,
  type TitleTraits,
} from './habits.js';
import { type Histogram, total } from './histogram.js';
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
import { filledUp, MIN_OBSERVATIONS, partition } from './pooled.js';
import { hoursUntilUnknown, type Seasons } from './seasons.js';

/** Purchases of titles with a few more or fewer holds per copy count less by this factor from bucket to bucket. */
const NEIGHBOUR_COUNTS_AS = 0.3;

/** The standard deviation of a title's rates from those of its class, as shares. */
const TITLES_DIFFER = { giveUps: 0.25, purchases: 0.5 } as const;
/** The rates of the class count as much as so many purchases of the title. */
const CLASS_COUNTS_AS_COPIES = 0.5;

/** The copies that the library has bought lately, and on how many days patrons waited for a title. */
export interface BoughtCopies {
  readonly copies: number;
  readonly days: number;
}

/** What was observed of a library's patrons. */
export interface Behaviour {
  /** In the last weeks. */
  readonly counts: readonly ObservationCount[];
  /** Absent: the library has no calendar that tells weeks apart. */
  readonly seasons?: Seasons | undefined;
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
    private readonly habits: HabitsInSeasons,
    private readonly giveUps: GiveUps,
    private readonly purchases: PurchasesAnHour,
    /** The hours until it is taken from other kinds of weeks; Infinity: it is not. */
    readonly borrowedIn: number,
  ) {}

  /** @returns undefined if too little is known */
  static from({ counts, seasons }: Behaviour, traits: TitleTraits): LearnedConduct | undefined {
    const numberOf = (asked: Measure): number => total(counts.filter(({ measure }) => measure === asked));
    if (Math.min(numberOf('loan'), numberOf('pickup')) < MIN_OBSERVATIONS) return undefined;
    return new LearnedConduct(
      habitsInSeasons(counts, seasons, traits),
      giveUpsIn(counts, traits.formatClass),
      purchasesIn(counts, traits.formatClass),
      seasons === undefined ? Infinity : hoursUntilUnknown(seasons.weeks, (kind) => isLived(seasons, kind)),
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
      purchaseFactor: doubt(TITLES_DIFFER.purchases, CLASS_COUNTS_AS_COPIES + (buying?.copies ?? 0)),
      loanPower: doubt(
        0,
        CLASS_COUNTS_AS_LOANS + (ownLoans?.ended.reduce((sum, each) => sum + each, 0) ?? 0),
      ),
    };
    return new SampledConduct(habitsOfTitle(this.habits, ownLoans), rates, random);
  }

  /** Whether the library buys copies of a title with so many holds and copies. */
  isBought(holds: number, copies: number, own: BoughtCopies): boolean {
    return purchasesOfTitle(this.purchases, holdsPerCopyBucket(holds, copies), own) > 0;
  }
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
  const others = CLASS_COUNTS_AS_COPIES;
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

/** A loan that has already lasted for some time is drawn until it lasts longer, at most so often: then it takes all of its time. */
const MAX_DRAWS = 20;

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
    private readonly habits: HabitsInSeasons,
    private readonly rates: Rates,
    private readonly random: () => number,
  ) {}

  returnLoan({ hours, left }: RunningLoan, at = 0): number {
    const since = hours - left;
    const { loans } = habitsAt(this.habits, at - since);
    const drawn = longerThan(since, () => ({ after: this.endOfLoan(hours, loans) }));
    return drawn === undefined ? left : Math.min(left, drawn.after - since);
  }

  pickUp({ hours, left }: RunningPickup, isSecond = false, at = 0): PickupResult {
    const since = hours - left;
    const { first, second } = habitsAt(this.habits, at - since);
    const drawn = longerThan(since, () => this.endOfPickup(hours, isSecond ? second : first));
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

  private endOfLoan(hours: number, loans: Histogram): number {
    const tenth = loans.at(this.random() ** this.rates.loanPower);
    return tenth >= LOAN_TENTHS ? hours : (hours * (tenth + this.random())) / LOAN_TENTHS;
  }

  private endOfPickup(hours: number, pickups: Histogram): PickupResult {
    const bucket = pickups.at(this.random());
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
