import { holdsToTakeBack, UNLIMITED_COPIES } from '../holds/licence-end.js';
import type { KnownCollection, KnownHold, KnownLicence } from './known-queue.js';

/** A licence in a simulation. */
export class SimulatedLicence {
  onLoan = 0;
  isRunning: boolean;
  private left: number;

  constructor(
    readonly known: KnownLicence,
    isRunning = known.startsIn === null,
  ) {
    this.isRunning = isRunning;
    this.left = known.loansLeft ?? UNLIMITED_COPIES;
  }

  /** How many loans of it could begin now. */
  get room(): number {
    return this.isRunning ? Math.max(0, Math.min(this.atATime - this.onLoan, this.left)) : 0;
  }

  /** The copies that it gives, those on loan included; after its end these alone. */
  get copies(): number {
    return this.isRunning ? Math.min(this.atATime, this.onLoan + this.left) : this.onLoan;
  }

  get isSpent(): boolean {
    return this.left === 0;
  }

  lend(): void {
    this.onLoan += 1;
    if (this.known.loansLeft !== null) this.left -= 1;
  }

  /** Whether a loan uses this licence rather than the other one: see `chooseLicence` of the queue. */
  comesBefore(other: SimulatedLicence): boolean {
    const [end, otherEnd] = [this, other].map(({ known }) => known.endsIn ?? Infinity);
    if (end !== otherEnd) return end! < otherEnd!;
    const [left, otherLeft] = [this, other].map((each) =>
      each.known.loansLeft === null ? Infinity : each.left,
    );
    return left! > otherLeft!;
  }

  private get atATime(): number {
    return this.known.concurrency ?? UNLIMITED_COPIES;
  }
}

/** A licensed copy that is set aside. */
export interface CopyAside {
  readonly stock: Stock;
  readonly since: number;
  readonly hold: KnownHold | undefined;
  /** What becomes of it at the end of its pickup: on loan until this time, or free. */
  readonly lentUntil: number | undefined;
  readonly isMissed: boolean;
}

/** The copies of a collection in a simulation. */
export class Stock {
  readonly collectionId: string;
  readonly categories: readonly string[];
  owned: number;
  /** On loan or set aside. */
  out = 0;
  /** The licensed copies that are set aside. */
  readonly aside = new Set<CopyAside>();
  /** It has, or had, or will have licences. */
  readonly isLicensed: boolean;
  /** Those of which a loan may begin or end. */
  licences: readonly SimulatedLicence[];
  private plain: number;
  private plainLoans = 0;

  constructor({ collectionId, categories, owned, licensed = 0, licences = [] }: KnownCollection) {
    this.collectionId = collectionId;
    this.categories = categories;
    this.owned = owned;
    this.plain = owned - licensed;
    this.isLicensed = licences.length > 0 || licensed > 0;
    this.licences = licences.map((known) => new SimulatedLicence(known));
  }

  get free(): number {
    return Math.max(0, this.owned - this.out);
  }

  /** Counts a loan that was running at the beginning. */
  countLoan(licenceId: string | undefined): SimulatedLicence | undefined {
    if (licenceId === undefined) {
      this.plainLoans += 1;
      return undefined;
    }
    const licence =
      this.licences.find(({ known }) => known.licenceId === licenceId) ?? this.addEnded(licenceId);
    licence.onLoan += 1;
    return licence;
  }

  /** A licence that has ended, and has running loans. */
  private addEnded(licenceId: string): SimulatedLicence {
    const noMore = { concurrency: 0, loans: null, loansLeft: null, startsIn: null, endsIn: null };
    const ended = new SimulatedLicence({ licenceId, ...noMore }, false);
    this.licences = [...this.licences, ended];
    return ended;
  }

  /**
   * A copy that was set aside goes on loan.
   * @returns the licence that the loan uses; undefined: it is of a copy that the library simply owns
   */
  lend(): SimulatedLicence | undefined {
    const [first] = this.licences
      .filter(({ room }) => room > 0)
      .sort((one, other) => (one.comesBefore(other) ? -1 : 1));
    const isPlainFree = this.plain > this.plainLoans;
    if (first === undefined || (isPlainFree && first.known.endsIn === null)) {
      this.plainLoans += 1;
      return undefined;
    }
    first.lend();
    if (first.isSpent) this.renew(first);
    this.count();
    return first;
  }

  giveBack(licence: SimulatedLicence | undefined): void {
    this.out -= 1;
    if (licence === undefined) this.plainLoans -= 1;
    else licence.onLoan -= 1;
    if (licence?.isSpent === true && licence.onLoan === 0)
      this.licences = this.licences.filter((each) => each !== licence);
    this.count();
  }

  begin(licence: SimulatedLicence): void {
    licence.isRunning = true;
    this.count();
  }

  /** @returns the copies that were set aside until now, because too few are left: those that were set aside last */
  end(licence: SimulatedLicence): readonly CopyAside[] {
    const { room } = licence;
    const use = { owned: this.owned, onLoan: this.out - this.aside.size, setAside: this.aside.size };
    licence.isRunning = false;
    const renewed = licence.isSpent ? undefined : this.renew(licence);
    this.count();
    const number = holdsToTakeBack(use, room - (renewed?.room ?? 0));
    const taken = [...this.aside].slice(this.aside.size - number);
    for (const copy of taken) this.aside.delete(copy);
    this.out -= taken.length;
    return taken;
  }

  /** One more copy that the library simply owns. */
  buy(): void {
    this.plain += 1;
    this.owned += 1;
  }

  private renew({ known }: SimulatedLicence): SimulatedLicence | undefined {
    if (known.isRenewed !== true) return undefined;
    const next = new SimulatedLicence({ ...known, loansLeft: known.loans, startsIn: null, endsIn: null });
    this.licences = [...this.licences, next];
    return next;
  }

  private count(): void {
    if (!this.isLicensed) return;
    this.owned = this.licences.reduce((sum, { copies }) => sum + copies, this.plain);
  }
}
