import { copies, type TestRecord, title } from '../../../support/records.js';
import type { ServiceUnderTest } from '../../../support/service.js';
import { Chances } from './chances.js';
import { TownLicences } from './town-licences.js';
import type { TownOptions } from './town-options.js';

const HOURS_A_DAY = 24;
export const LOAN_DAYS = 21;

/** The title that is wanted most has one copy more each week, as long as patrons wait for it. */
const BESTSELLER = 1;
const BESTSELLER_EVERY_DAYS = 7;

/** The copies that a town's library has of each title, and how many patrons wait for it. */
export class TownStock {
  private readonly owned: number[];
  private readonly waiting: number[];
  private readonly licences: TownLicences;

  /**
   * @param shares of each title in what is wanted: it has copies for somewhat fewer loans
   * @param dateOf the time of a day of the town
   */
  constructor(
    private readonly service: ServiceUnderTest,
    private readonly options: TownOptions,
    shares: readonly number[],
    dateOf: (day: number) => string,
  ) {
    const loansAYear = 365 / (LOAN_DAYS * 0.8);
    const { patrons, holdsAYear } = options;
    this.owned = shares.map((share) =>
      Math.max(1, Math.round((share * patrons * holdsAYear * 0.75) / loansAYear)),
    );
    this.waiting = shares.map(() => 0);
    // Chances of their own: what patrons do does not depend on them.
    this.licences = new TownLicences(service, new Chances(options.seed + 1), dateOf);
  }

  records(): TestRecord[] {
    return this.owned.flatMap((owned, index) => [
      title(index + 1),
      ...(this.isLicensed(index + 1) ? this.licences.first(index + 1, owned) : [copies(index + 1, owned)]),
    ]);
  }

  wait(wanted: number): void {
    this.waiting[wanted - 1]! += 1;
  }

  leave(wanted: number): void {
    this.waiting[wanted - 1]! -= 1;
  }

  /** Renews licences and buys. @returns whether this is an hour for it */
  async add(hour: number): Promise<boolean> {
    const [day, renewsLicences] = [hour / HOURS_A_DAY, this.options.hasLicences === true];
    const hasRenewed = renewsLicences && hour % HOURS_A_DAY === 0 && (await this.licences.renew(day));
    return (await this.buy(day)) || hasRenewed;
  }

  /**
   * One copy more of each of the titles that are wanted most, once a month, and of the bestseller each week.
   * @returns whether it is the day
   */
  private async buy(day: number): Promise<boolean> {
    if (day === 0) return false;
    const isBestsellersDay = day % BESTSELLER_EVERY_DAYS === 0;
    if (isBestsellersDay && this.waiting[BESTSELLER - 1]! > 0) await this.buyOne(BESTSELLER, day);
    if (day % 30 !== 0) return isBestsellersDay;
    const perCopy = (wanted: number): number => this.waiting[wanted - 1]! / this.copiesOf(wanted);
    const mostWanted = this.owned
      .map((_, index) => index + 1)
      .sort((a, b) => perCopy(b) - perCopy(a) || a - b);
    for (const wanted of mostWanted.slice(0, Math.ceil(this.options.titles / 100)))
      await this.buyOne(wanted, day);
    return true;
  }

  private async buyOne(wanted: number, day: number): Promise<void> {
    this.owned[wanted - 1] = this.copiesOf(wanted) + 1;
    if (this.isLicensed(wanted)) await this.licences.buy(wanted, day);
    else await this.service.import(copies(wanted, this.copiesOf(wanted)));
  }

  isLicensed(wanted: number): boolean {
    return this.options.hasLicences === true && this.licences.has(wanted);
  }

  copiesOf(wanted: number): number {
    return this.owned[wanted - 1] ?? 1;
  }
}
