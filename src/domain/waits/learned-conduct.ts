import { LOAN_TENTHS } from '../holds/event-facts.js';
import type { Conduct, Pickup, RunningLoan, RunningPickup } from './conduct.js';
import { Histogram, total } from './histogram.js';
import {
  holdsPerCopyBucket,
  type Measure,
  type ObservationCount,
  PICKUP_HOURS,
  PICKUP_MISSED,
  WAIT_GOES_ON,
  WAIT_REMOVED,
} from './observation.js';

/** So many observations of a kind are needed before they say something. With fewer, similar kinds are taken together. */
const MIN_OBSERVATIONS = 50;
/** Of second pickups there are few, and they are so unlike first ones that fewer say more than those. */
const MIN_SECOND_PICKUPS = 20;
/** A library buys seldom, and more for what is waited for most: so few copies tell how often. */
const MIN_COPIES_BOUGHT = 3;

/** How far the rates of a title are off those of its class: standard deviations, as shares. */
const TITLES_DIFFER = { giveUps: 0.25, purchases: 0.5 } as const;
/** What is known of the class counts as much as so many copies that were bought of the title, and so many of its loans. */
const CLASS_COUNTS_AS = { copies: 0.5, loans: 8 } as const;

/** Titles of which the same is known. */
export interface TitleKind {
  readonly formatClass: string;
  /** The usual lending period. */
  readonly loanDays: number;
  readonly pickupHours: number;
}

/** The copies that the library has bought of a title lately, and on how many days patrons waited for it. */
export interface OwnPurchases {
  readonly copies: number;
  readonly days: number;
}

/** The loans of a title. */
export interface OwnLoans {
  /** How many have lasted so many tenths of their time. */
  readonly ended: readonly number[];
  readonly running: readonly RunningLoan[];
}

export interface ConductOptions {
  /** The library goes on buying copies as it does, and of this title as it did. */
  readonly buying?: OwnPurchases | undefined;
  /** Of the title. */
  readonly ownLoans?: OwnLoans | undefined;
  /** Rates are drawn round what was observed, as far off as they may be: by their few observations, and because titles differ. */
  readonly isDoubtful?: boolean;
}

/** What has been learned of a library's patrons, and of what it buys, about titles of one kind. */
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
    { formatClass, loanDays, pickupHours }: TitleKind,
  ): LearnedConduct | undefined {
    const of = (measure: Measure, period: number, minimum = MIN_OBSERVATIONS): Histogram | undefined =>
      pooled(
        counts.filter((each) => each.measure === measure),
        formatClass,
        period,
        minimum,
      );
    const [loans, first] = [of('loan', loanDays), of('pickup', pickupHours)];
    if (loans === undefined || first === undefined) return undefined;
    const second = of('pickup-again', pickupHours, MIN_SECOND_PICKUPS) ?? first;
    return new LearnedConduct(
      loans,
      { first, second },
      giveUpsIn(counts, formatClass),
      purchasesIn(counts, formatClass),
    );
  }

  /**
   * @param random numbers from 0 to 1, without 1
   * @returns what patrons do with one title
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
  isBought(holds: number, copies: number, own: OwnPurchases): boolean {
    return purchasesOfTitle(this.purchases, holdsPerCopyBucket(holds, copies), own) > 0;
  }
}

/** The same class and period, else the same class, else all. */
function pooled(
  all: readonly ObservationCount[],
  formatClass: string,
  period: number,
  minimum: number,
): Histogram | undefined {
  const ofClass = all.filter((each) => each.formatClass === formatClass);
  const enough = [ofClass.filter((each) => each.period === period), ofClass, all].find(
    (some) => total(some) >= minimum,
  );
  return enough && new Histogram(enough);
}

interface GiveUps {
  readonly removed: number;
  /** Of each hold that waits. */
  readonly anHour: number;
}

/** Those that go on waiting count, too: in a young queue, only the short waits have ended. */
function giveUpsIn(counts: readonly ObservationCount[], formatClass: string): GiveUps {
  const waits = counts.filter(({ measure }) => measure === 'waiting');
  const ofClass = waits.filter((each) => each.formatClass === formatClass);
  const ended = (some: readonly ObservationCount[]): number =>
    total(some.filter(({ bucket }) => bucket !== WAIT_GOES_ON));
  const used = [ofClass, waits].find((some) => ended(some) >= MIN_OBSERVATIONS) ?? [];
  const removed = total(used.filter(({ bucket }) => bucket === WAIT_REMOVED));
  const hours = used.reduce((sum, { bucket, amount }) => sum + (bucket === WAIT_GOES_ON ? amount : 0), 0);
  return { removed, anHour: hours === 0 ? 0 : removed / hours };
}

/** How many copies are added in an hour to a title that is waited for, by the bucket of its holds per copy. */
type PurchasesAnHour = ReadonlyMap<number, number>;

function purchasesIn(counts: readonly ObservationCount[], formatClass: string): PurchasesAnHour {
  const all = counts.filter(({ measure }) => measure === 'bought' || measure === 'waited-for');
  const ofClass = all.filter((each) => each.formatClass === formatClass);
  const used = [ofClass, all].find((some) => copiesIn(some) >= MIN_COPIES_BOUGHT) ?? [];
  return new Map(
    [...Map.groupBy(used, ({ bucket }) => bucket)].map(([bucket, some]) => {
      const days = total(some.filter(({ measure }) => measure === 'waited-for'));
      // More copies than days are those of an import before anything was counted.
      return [bucket, Math.max(0, Math.min(1, copiesIn(some) / Math.max(1, days))) / 24];
    }),
  );
}

function copiesIn(counts: readonly ObservationCount[]): number {
  return counts.reduce((sum, { measure, amount }) => sum + (measure === 'bought' ? amount : 0), 0);
}

/** Of a title in an hour: what is known of its class, moved by what the library has bought of it. */
function purchasesOfTitle(purchases: PurchasesAnHour, bucket: number, own: OwnPurchases | undefined): number {
  const ofClass = purchases.get(bucket) ?? 0;
  if (own === undefined || (ofClass === 0 && own.copies < MIN_COPIES_BOUGHT)) return 0;
  const copies = ofClass === 0 ? 0 : CLASS_COUNTS_AS.copies;
  const hours = ofClass === 0 ? 0 : CLASS_COUNTS_AS.copies / ofClass;
  return (copies + own.copies) / Math.max(24, hours + 24 * own.days);
}

/** Drawn from the lognormal distribution with the mean 1. */
function factorAround1(deviation: number, random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.exp(deviation * normal - deviation ** 2 / 2);
}

/**
 * How long loans of a title last, by the product-limit estimator: as long as loans run they count among those that have lasted so long. Else
 * only the short ones would count at first.
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

/** What has lasted for some time already is drawn until it lasts longer, but so often at most: then it takes all of its time. */
const MAX_DRAWS = 20;

interface SampledPickups {
  readonly first: Histogram;
  readonly second: Histogram;
}

interface Rates {
  readonly giveUpsAnHour: number;
  readonly purchasesAnHour: PurchasesAnHour;
  /** Undefined: nothing is bought. */
  readonly own: OwnPurchases | undefined;
  readonly purchaseFactor: number;
  /** Above 1, loans are shorter than those of the class; below, longer. */
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

  pickUp({ hours, left }: RunningPickup, isSecond = false): Pickup {
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

  private endOfPickup(hours: number, isSecond: boolean): Pickup {
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
