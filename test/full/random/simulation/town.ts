import pLimit from 'p-limit';
import { QueueService } from '../../../../src/circulation/queue.service.js';
import { TimersService } from '../../../../src/circulation/timers/timers.service.js';
import { findDueQueues } from '../../../../src/circulation/timers/timers.store.js';
import type { WaitCurvesService } from '../../../../src/waits/wait-curves.service.js';
import type { EventPublisher } from '../../../../src/events/publisher.service.js';
import type { Answer } from '../../../support/client.js';
import { category, collection, library, patron } from '../../../support/records.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';
import { METRICS, publisherOf, waitCurvesOf, WaitsOnly } from '../../../support/runs/wait-curves.js';
import { report } from '../../../support/runs/long-run.js';
import { Chances } from './chances.js';
import type { EstimateAtPlacement, TownOptions } from './town-options.js';
import { TownClock } from './town-clock.js';
import { type Held, keyOf, READY } from './town-holds.js';
import { LOAN_DAYS, TownStock } from './town-stock.js';
import { TownSoon } from './town-soon.js';
import { otherOf, TAKES_LATER, REMOVES_OTHER, TownWishes } from './town-wishes.js';
import { TownDemand } from './town-demand.js';
import { TownSeasons } from './town-seasons.js';
import { type Act, TownPeople } from './town-people.js';

const HOURS_A_DAY = 24;
const DAYS_BETWEEN_REPORTS = 70;
const PICKUP_HOURS = 72;

/** What patrons do, which the service must find out. */
const RETURNS_FROM = 0.1;
const GIVES_UP_IN_A_DAY = 0.004;
const DEFERS_IN_A_DAY = 0.0005;

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
  cancelled = 0;
  /** What patrons have done of what not every library has. */
  readonly used = { alternatives: 0, watches: 0 };
  /** Of the holds whose titles were borrowed: how many days after they were placed. */
  readonly daysToLoan: number[] = [];
  private hour = 0;
  /** By patron and title. */
  private readonly holds = new Map<string, Held>();
  /** The hours in which they end, if they are not returned before. */
  private readonly loans = new Map<string, number>();
  /** By the hour in which it is done. */
  private readonly agenda = new Map<number, Act[]>();
  private readonly lastWaits = new Map<number, number>();
  /** How many of a title's readers keep it to the end, compared with other titles: from 0 to 1. */
  private readonly keepToTheEnd: number[];
  private readonly people: TownPeople;
  private readonly chances: Chances;
  private readonly demand: TownDemand;
  private readonly seasons: TownSeasons;
  private readonly curves: WaitCurvesService;
  private readonly publisher: EventPublisher;
  private readonly stock: TownStock;
  private readonly wishes: TownWishes;
  /** By them it is decided who wants what, and when. */
  private readonly wants: Chances;
  private readonly limit = pLimit(AT_ONCE);

  private constructor(
    private readonly options: TownOptions,
    readonly service: ServiceUnderTest,
    private readonly clock: TownClock,
  ) {
    this.people = new TownPeople(service);
    this.seasons = new TownSeasons(options);
    this.chances = new Chances(options.seed);
    this.soon = new TownSoon(service, options.soonDays);
    this.wishes = new TownWishes(service, options.wishes);
    this.wants = options.isCompared === true ? new Chances(options.seed + 2) : this.chances;
    this.curves = waitCurvesOf(service.database, new WaitsOnly());
    this.publisher = publisherOf(service.database);
    this.demand = new TownDemand(options);
    this.stock = new TownStock(service, options, this.demand.shares, (day) => clock.dateOf(day));
    this.keepToTheEnd = this.demand.shares.map(() => this.chances.uniform());
  }

  static async found(options: TownOptions): Promise<Town> {
    const service = await startService([
      library({ holdLimit: 200, checkoutLimit: 200, pickupHours: PICKUP_HOURS }),
      collection('main'),
      category('adult', ['main']),
    ]);
    const town = new Town(options, service, await TownClock.stop(service.database));
    await service.import(
      ...town.stock.records(),
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
      if (this.hour % HOURS_A_DAY === 0) await this.tell();
      if (this.day === shorterPickupOnDay)
        await this.service.import(
          library({ holdLimit: 200, checkoutLimit: 200, pickupHours: PICKUP_HOURS / 2 }),
        );
      const hasMore = await this.stock.add(this.hour);
      if ((await this.act()) || hasMore) await this.seeReady();
    }
  }

  private async tell(): Promise<void> {
    const { picksUp, meanPickupHours } = this.seasons.habitsOn(this.day);
    const soon = await this.soon.tell(
      picksUp,
      (told) => this.holds.get(keyOf(told))?.chances ?? this.chances,
    );
    for (const act of soon) this.plan(this.day + this.chances.uniform(), act);
    for (const act of await this.wishes.tell((told) => this.chancesFor(told)))
      this.plan(this.day + this.chances.exponential(meanPickupHours / HOURS_A_DAY), act);
  }

  /** @returns where towns are compared, the same ones whenever this patron wants this title on this day */
  private chancesFor({ patronId, title: wanted }: Pick<Act, 'patronId' | 'title'>): Chances {
    const { isCompared, seed } = this.options;
    return isCompared === true
      ? new Chances(seed + 7919 * patronId + 104_729 * wanted + 1_299_709 * Math.floor(this.day))
      : this.chances;
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
    const wanted = this.demand.wantedInAnHour(this.day, this.wants);
    return wanted.map((act) => this.wishes.actFor(act, this.wants));
  }

  private isStillMeant(act: Act): boolean {
    const held = this.holds.get(keyOf(act));
    switch (act.kind) {
      case 'place':
      case 'watch':
        return held === undefined && (this.loans.get(keyOf(act)) ?? 0) <= this.hour;
      case 'remove':
      case 'suspend':
        return held?.isReady === false;
      case 'borrow':
      case 'return':
      case 'unwatch':
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
        if (status === 201 && act.isAlternative === true) this.used.alternatives += 1;
        break;
      case 'remove':
        if (held?.told !== undefined) held.told.leftOn = this.day;
        this.cancelled += 1;
        this.holds.delete(key);
        this.stock.leave(act.title);
        break;
      case 'suspend':
        if (held?.told !== undefined) held.told.leftOn = this.day;
        if (held !== undefined) this.holds.set(key, { ...held, told: undefined });
        this.soon.forget(act);
        break;
      case 'borrow':
        this.holds.delete(key);
        // Else too late: the copy has gone on.
        if (status === 201) this.lend(act, held);
        break;
      case 'return':
        this.loans.delete(key);
        break;
      case 'watch':
        this.used.watches += 1;
        break;
      case 'unwatch':
        break;
    }
  }

  private hold(act: Act, body: Answer['body']): void {
    const { patronId, title: wanted } = act;
    this.placed += 1;
    this.stock.wait(wanted);
    const told = this.estimateAtPlacement(body, wanted);
    if (told !== undefined) this.told.push(told);
    const isWaiting = body.holdExpires === undefined;
    const isUntold =
      isWaiting && body.estimatedWait === undefined && this.told.length > 0 && this.stock.isLicensed(wanted);
    if (isUntold) this.untold.holds += 1;
    const placedOn = this.day;
    const chances = this.chancesFor(act);
    const held: Held = { patronId, title: wanted, placedOn, told, isUntold, isReady: false, act, chances };
    this.holds.set(keyOf(act), held);
    this.plan(this.day + chances.exponential(1 / GIVES_UP_IN_A_DAY), {
      patronId,
      title: wanted,
      kind: 'remove',
    });
    if (told !== undefined)
      this.plan(this.day + chances.exponential(1 / DEFERS_IN_A_DAY), {
        patronId,
        title: wanted,
        kind: 'suspend',
      });
    if (act.next !== undefined && isWaiting) this.plan(this.day, act.next);
  }

  private lend(act: Act, held: Held | undefined): void {
    this.borrowed += 1;
    if (held !== undefined) {
      this.daysToLoan.push(this.day - held.placedOn);
      this.forgetOther(held);
    }
    this.loans.set(keyOf(act), this.hour + LOAN_DAYS * HOURS_A_DAY);
    const { least, most } = this.seasons.habitsOn(this.day).keepToTheEnd;
    if (this.chances.chance(least + (most - least) * this.keepToTheEnd[act.title - 1]!)) return;
    const share = RETURNS_FROM + this.chances.uniform() * (1 - RETURNS_FROM);
    this.plan(this.day + share * LOAN_DAYS, { ...act, kind: 'return' });
  }

  /** Who has one of two titles waits no longer for the other, and removes the hold on it, or lets it become ready. */
  private forgetOther(held: Held): void {
    const { patronId, chances } = held;
    const other = this.holds.get(keyOf({ patronId, title: otherOf(held.title) }));
    const second = [held, other].find((each) => each?.act.besides !== undefined);
    if (other === undefined || second === undefined) return;
    if (second.act.isAlternative === true) {
      this.holds.delete(keyOf(other));
      if (!other.isReady) this.stock.leave(other.title);
    } else if (chances.chance(REMOVES_OTHER))
      this.plan(this.day, { patronId, title: other.title, kind: 'remove' });
    else other.isUnwanted = true;
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
      isLicensed: this.stock.isLicensed(wanted),
      placedOn: this.day,
      likelyBy: this.clock.hourOf(body.estimatedWait.likelyBy) / HOURS_A_DAY,
      latestBy: this.clock.hourOf(body.estimatedWait.latestBy) / HOURS_A_DAY,
      lastWait: this.lastWaits.get(wanted),
      simpleWait: (body.holdListPosition * LOAN_DAYS) / this.stock.copiesOf(wanted),
    };
  }

  /** Patrons see that a copy is set aside for them, and pick it up, or never do. */
  private async seeReady(): Promise<void> {
    for (const ready of await this.service.database.run(READY)) {
      const key = keyOf(ready);
      const held = this.holds.get(key);
      if (held === undefined || held.isReady) continue;
      held.isReady = true;
      this.stock.leave(held.title);
      if (held.told !== undefined) held.told.readyOn = this.day;
      if (held.isUntold) this.untold.ready += 1;
      this.lastWaits.set(held.title, this.day - held.placedOn);
      const { picksUp, meanPickupHours } = this.seasons.habitsOn(this.day);
      this.pickups.begun += 1;
      const share = held.act.isForLater === true ? TAKES_LATER : picksUp;
      if (held.isUnwanted !== true && (this.soon.picksUp(ready) ?? held.chances.chance(share)))
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
}
