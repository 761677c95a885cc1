import pLimit from 'p-limit';
import { QueueService } from '../../../../src/circulation/queue.service.js';
import { TimersService } from '../../../../src/circulation/timers/timers.service.js';
import { findDueQueues } from '../../../../src/circulation/timers/timers.store.js';
import type { WaitCurvesService } from '../../../../src/waits/wait-curves.service.js';
import type { EventPublisher } from '../../../../src/events/publisher.service.js';
import type { Answer } from '../../../support/client.js';
import { category, collection, copies, library, patron, title } from '../../../support/records.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';
import { METRICS, publisherOf, waitCurvesOf, WaitsOnly } from '../../../support/runs/wait-curves.js';
import { report } from '../../../support/runs/long-run.js';
import { Chances } from './chances.js';
import type { EstimateAtPlacement, TownOptions } from './town-options.js';
import { TownClock } from './town-clock.js';
import { type Held, keyOf, READY } from './town-holds.js';
import { TownLicences } from './town-licences.js';
import { TownSoon } from './town-soon.js';
import { TownDemand } from './town-demand.js';
import { TownSeasons } from './town-seasons.js';
import { type Act, TownPeople } from './town-people.js';

const HOURS_A_DAY = 24;
const DAYS_BETWEEN_REPORTS = 70;
const LOAN_DAYS = 21;
const PICKUP_HOURS = 72;

/** What patrons do, which the service must find out. */
const RETURNS_FROM = 0.1;
const GIVES_UP_IN_A_DAY = 0.004;
const DEFERS_IN_A_DAY = 0.0005;

/** The title that is wanted most has one copy more each week, as long as patrons wait for it. */
const BESTSELLER = 1;
const BESTSELLER_EVERY_DAYS = 7;

/** Requests under way at the same time, each for another title: what patrons do with different titles concerns nobody else. */
const AT_ONCE = 8;

/** The town's library is a service of its own, which people use over HTTP while its clock is moved, hour by hour. */
export class Town {
  readonly told: EstimateAtPlacement[] = [];
  /** Holds on titles with licences that were told nothing while others were told something, and how many of them were ready in the end. */
  untold = { holds: 0, ready: 0 };
  placed = 0;
  /** Holds that became ready, and how many of these copies were never picked up. */
  readonly pickups = { begun: 0, missed: 0 };
  readonly soon: TownSoon;
  borrowed = 0;
  private hour = 0;
  /** By patron and title. */
  private readonly holds = new Map<string, Held>();
  /** The hours in which they end, if they are not returned before. */
  private readonly loans = new Map<string, number>();
  /** By the hour in which it is done. */
  private readonly agenda = new Map<number, Act[]>();
  private readonly lastWaits = new Map<number, number>();
  private readonly owned: number[];
  private readonly waiting: number[];
  /** How many of a title's readers keep it to the end, compared with other titles: from 0 to 1. */
  private readonly keepToTheEnd: number[];
  private readonly people: TownPeople;
  private readonly chances: Chances;
  private readonly demand: TownDemand;
  private readonly seasons: TownSeasons;
  private readonly curves: WaitCurvesService;
  private readonly publisher: EventPublisher;
  private readonly licences: TownLicences;
  private readonly limit = pLimit(AT_ONCE);

  private constructor(
    private readonly options: TownOptions,
    readonly service: ServiceUnderTest,
    private readonly clock: TownClock,
  ) {
    this.people = new TownPeople(service);
    this.seasons = new TownSeasons(options);
    this.chances = new Chances(options.seed);
    // Of their own: what patrons do does not depend on them.
    this.licences = new TownLicences(service, new Chances(options.seed + 1), (day) => clock.dateOf(day));
    this.soon = new TownSoon(service, new Chances(options.seed + 2), options.soonDays);
    this.curves = waitCurvesOf(service.database, new WaitsOnly());
    this.publisher = publisherOf(service.database);
    const { titles, patrons, holdsAYear } = options;
    // The n-th title is wanted about 1/n as often as the first.
    const weights = Array.from({ length: titles }, (_, index) => 1 / (index + 4) ** 0.9);
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    this.demand = new TownDemand(
      options,
      weights.map((weight) => weight / all),
    );
    // Each title has copies for somewhat fewer loans than are wanted.
    const loansAYear = 365 / (LOAN_DAYS * 0.8);
    this.owned = weights.map((weight) =>
      Math.max(1, Math.round(((weight / all) * patrons * holdsAYear * 0.75) / loansAYear)),
    );
    this.waiting = weights.map(() => 0);
    this.keepToTheEnd = weights.map(() => this.chances.uniform());
  }

  static async found(options: TownOptions): Promise<Town> {
    const service = await startService([
      library({ holdLimit: 200, checkoutLimit: 200, pickupHours: PICKUP_HOURS }),
      collection('main'),
      category('adult', ['main']),
    ]);
    const town = new Town(options, service, await TownClock.stop(service.database));
    await service.import(
      ...town.owned.flatMap((owned, index) => [
        title(index + 1),
        ...(town.isLicensed(index + 1) ? town.licences.first(index + 1, owned) : [copies(index + 1, owned)]),
      ]),
      ...Array.from({ length: options.patrons }, (_, index) => patron(index + 1)),
      ...town.seasons.entries((day) => town.clock.dateOf(day)),
      ...town.soon.settings(),
    );
    return town;
  }

  close(): Promise<void> {
    return this.service.close();
  }

  async live(): Promise<void> {
    const { days, shorterPickupOnDay, hoursBetweenCurves } = this.options;
    for (this.hour = 0; this.hour < days * HOURS_A_DAY; this.hour += 1) {
      await this.clock.moveTo(this.hour);
      if (this.day % DAYS_BETWEEN_REPORTS === 0) report(`Day ${this.day}: ${this.placed} holds were placed.`);
      if (await this.applyDue()) await this.seeReady();
      if (this.hour % hoursBetweenCurves === 0) {
        await this.publisher.publish();
        await this.curves.work();
      }
      if (this.hour % HOURS_A_DAY === 0)
        for (const act of await this.soon.tell(this.seasons.habitsOn(this.day).picksUp))
          this.plan(this.day + this.chances.uniform(), act);
      if (this.day === shorterPickupOnDay)
        await this.service.import(
          library({ holdLimit: 200, checkoutLimit: 200, pickupHours: PICKUP_HOURS / 2 }),
        );
      const hasRenewed = await this.renew();
      const hasBought = (await this.buy()) || hasRenewed;
      if ((await this.act()) || hasBought) await this.seeReady();
    }
  }

  private get day(): number {
    return this.hour / HOURS_A_DAY;
  }

  /**
   * Applies what has ended, as a worker does.
   * @returns whether anything has
   */
  private async applyDue(): Promise<boolean> {
    const { database } = this.service;
    for (let rounds = 0; ; rounds += 1) {
      if ((await findDueQueues(database, undefined, 1)).length === 0) return rounds > 0;
      const timers = new TimersService(database, new QueueService(), METRICS);
      timers.start();
      await timers.stop();
    }
  }

  /**
   * Of one title, people act in their order; what they do with others is under way meanwhile.
   * @returns whether anybody did anything
   */
  private async act(): Promise<boolean> {
    const meant = this.agenda.get(this.hour) ?? [];
    this.agenda.delete(this.hour);
    const acts = [...meant, ...this.newHolds()].filter((act) => this.isStillMeant(act));
    const answers = new Map<Act, Answer>();
    const byTitle = Map.groupBy(acts, (act) => act.title).values();
    await Promise.all(
      [...byTitle].map((some) =>
        this.limit(async () => {
          for (const act of some) answers.set(act, await this.people.act(act));
        }),
      ),
    );
    // In their order: how fast the machine is must not change what the town does.
    for (const act of acts) this.remember(act, answers.get(act)!);
    return acts.length > 0;
  }

  private newHolds(): Act[] {
    const readers = this.demand.readersOn(this.day);
    const number = this.chances.poisson(this.demand.holdsInADay(this.day) / HOURS_A_DAY);
    const wanted = new Map<string, Act>();
    for (let drawn = 0; drawn < number; drawn += 1) {
      const act: Act = {
        kind: 'place',
        patronId: 1 + this.chances.integerBelow(readers),
        title: this.demand.titleAt(this.chances.uniform()),
      };
      wanted.set(keyOf(act), act);
    }
    return [...wanted.values()];
  }

  private isStillMeant(act: Act): boolean {
    const held = this.holds.get(keyOf(act));
    switch (act.kind) {
      case 'place':
        return held === undefined && (this.loans.get(keyOf(act)) ?? 0) <= this.hour;
      case 'remove':
      case 'suspend':
        return held?.isReady === false;
      case 'borrow':
      case 'return':
        return true;
    }
  }

  private remember(act: Act, { status, body }: Answer): void {
    const key = keyOf(act);
    const held = this.holds.get(key);
    switch (act.kind) {
      case 'place':
        // Where it is refused, the patron has missed a pickup, and the hold still comes back once.
        if (status === 201) this.hold(act, body);
        break;
      case 'remove':
        if (held?.told !== undefined) held.told.leftOn = this.day;
        this.holds.delete(key);
        this.waiting[act.title - 1]! -= 1;
        break;
      case 'suspend':
        if (held?.told !== undefined) held.told.leftOn = this.day;
        if (held !== undefined) this.holds.set(key, { ...held, told: undefined });
        this.soon.forget(act);
        break;
      case 'borrow':
        this.holds.delete(key);
        // Else too late: the copy has gone on.
        if (status === 201) this.lend(act);
        break;
      case 'return':
        this.loans.delete(key);
        break;
    }
  }

  private hold(act: Act, body: Answer['body']): void {
    const { patronId, title: wanted } = act;
    this.placed += 1;
    this.waiting[wanted - 1]! += 1;
    const told = this.estimateAtPlacement(body, wanted);
    if (told !== undefined) this.told.push(told);
    const isWaiting = body.holdExpires === undefined;
    const isUntold =
      isWaiting && body.estimatedWait === undefined && this.told.length > 0 && this.isLicensed(wanted);
    if (isUntold) this.untold.holds += 1;
    const placedOn = this.day;
    this.holds.set(keyOf(act), { patronId, title: wanted, placedOn, told, isUntold, isReady: false });
    this.plan(this.day + this.chances.exponential(1 / GIVES_UP_IN_A_DAY), { ...act, kind: 'remove' });
    if (told !== undefined)
      this.plan(this.day + this.chances.exponential(1 / DEFERS_IN_A_DAY), { ...act, kind: 'suspend' });
  }

  private lend(act: Act): void {
    this.borrowed += 1;
    this.loans.set(keyOf(act), this.hour + LOAN_DAYS * HOURS_A_DAY);
    const { least, most } = this.seasons.habitsOn(this.day).keepToTheEnd;
    if (this.chances.chance(least + (most - least) * this.keepToTheEnd[act.title - 1]!)) return;
    const share = RETURNS_FROM + this.chances.uniform() * (1 - RETURNS_FROM);
    this.plan(this.day + share * LOAN_DAYS, { ...act, kind: 'return' });
  }

  private plan(day: number, act: Act): void {
    const hour = Math.max(this.hour + 1, Math.ceil(day * HOURS_A_DAY));
    const planned = this.agenda.get(hour);
    if (planned === undefined) this.agenda.set(hour, [act]);
    else planned.push(act);
  }

  private estimateAtPlacement(body: Answer['body'], wanted: number): EstimateAtPlacement | undefined {
    if ([undefined, 'worst-case'].includes(body.estimatedWait?.basis)) return undefined;
    return {
      title: wanted,
      isLicensed: this.isLicensed(wanted),
      placedOn: this.day,
      likelyBy: this.clock.hourOf(body.estimatedWait.likelyBy) / HOURS_A_DAY,
      latestBy: this.clock.hourOf(body.estimatedWait.latestBy) / HOURS_A_DAY,
      lastWait: this.lastWaits.get(wanted),
      simpleWait: (body.holdListPosition * LOAN_DAYS) / this.copiesOf(wanted),
    };
  }

  /** Patrons see that a copy is set aside for them, and pick it up, or never do. */
  private async seeReady(): Promise<void> {
    for (const ready of await this.service.database.run(READY)) {
      const key = keyOf(ready);
      const held = this.holds.get(key);
      if (held === undefined || held.isReady) continue;
      held.isReady = true;
      this.waiting[held.title - 1]! -= 1;
      if (held.told !== undefined) held.told.readyOn = this.day;
      if (held.isUntold) this.untold.ready += 1;
      this.lastWaits.set(held.title, this.day - held.placedOn);
      const { picksUp, meanPickupHours } = this.seasons.habitsOn(this.day);
      this.pickups.begun += 1;
      if (this.soon.picksUp(ready) ?? this.chances.chance(picksUp))
        this.plan(this.day + this.chances.exponential(meanPickupHours / HOURS_A_DAY), {
          ...ready,
          kind: 'borrow',
        });
      else {
        this.pickups.missed += 1;
        this.holds.delete(key);
      }
    }
  }

  /**
   * One copy more of each of the titles that are wanted most, once a month, and of the bestseller each week.
   * @returns whether it is the day
   */
  private async buy(): Promise<boolean> {
    if (this.day === 0) return false;
    const isBestsellersDay = this.day % BESTSELLER_EVERY_DAYS === 0;
    if (isBestsellersDay && this.waiting[BESTSELLER - 1]! > 0) await this.buyOne(BESTSELLER);
    if (this.day % 30 !== 0) return isBestsellersDay;
    const perCopy = (wanted: number): number => this.waiting[wanted - 1]! / this.copiesOf(wanted);
    const mostWanted = this.owned
      .map((_, index) => index + 1)
      .sort((a, b) => perCopy(b) - perCopy(a) || a - b);
    for (const wanted of mostWanted.slice(0, Math.ceil(this.options.titles / 100))) await this.buyOne(wanted);
    return true;
  }

  private async buyOne(wanted: number): Promise<void> {
    this.owned[wanted - 1] = this.copiesOf(wanted) + 1;
    if (this.isLicensed(wanted)) await this.licences.buy(wanted, this.day);
    else await this.service.import(copies(wanted, this.copiesOf(wanted)));
  }

  private async renew(): Promise<boolean> {
    return this.options.hasLicences === true && this.hour % HOURS_A_DAY === 0
      ? this.licences.renew(this.day)
      : false;
  }

  private isLicensed(wanted: number): boolean {
    return this.options.hasLicences === true && this.licences.has(wanted);
  }

  private copiesOf(wanted: number): number {
    return this.owned[wanted - 1] ?? 1;
  }
}
