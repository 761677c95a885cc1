import { WaitCurvesService } from '../../src/circulation/waits/wait-curves.service.js';
import { QueueService } from '../../src/circulation/queue.service.js';
import { TimersService } from '../../src/circulation/timers/timers.service.js';
import { findDueQueues, SECONDS_TO_NEXT_DUE } from '../../src/circulation/timers/timers.store.js';
import { EventPublisher } from '../../src/events/publisher.service.js';
import { statement } from '../../src/platform/database/statement.js';
import { Metrics } from '../../src/platform/observability/metrics.js';
import { advanceClock, DAY } from '../support/clock.js';
import { type Answer, PatronClient } from '../support/client.js';
import { CHECKOUTS, HOLDS } from '../support/paths.js';
import { category, collection, copies, library, patron, reserveIdOf, title } from '../support/records.js';
import { SeededRandom } from '../support/seeded-random.js';
import { type ServiceUnderTest, startService, tokenOf } from '../support/service.js';

/** A town whose patrons read as people do. Rates are of each patron. */
export interface TownOptions {
  readonly seed: number;
  readonly patrons: number;
  readonly titles: number;
  readonly days: number;
  /** Of a patron, in a year. */
  readonly holdsAYear: number;
  /** Of a quarter of a day. A worker would compute them every ten minutes. */
  readonly stepsBetweenCurves: number;
  /** On this day the library halves the time for a pickup. */
  readonly shorterPickupOnDay?: number | undefined;
}

/** A wait that was told when a hold was placed, and what became of it. Times are days since the beginning. */
export interface ToldWait {
  readonly placedOn: number;
  readonly likelyBy: number;
  readonly latestBy: number;
  /** What two simple rules would have said: the last wait for the title, and place × lending period ÷ copies. */
  readonly lastWait: number | undefined;
  readonly simpleWait: number;
  /** Undefined: it was removed or suspended before, or the year was over. */
  readyOn?: number;
}

const STEPS_A_DAY = 4;
const STEP = DAY / STEPS_A_DAY;
const MINUTES_A_DAY = 24 * 60;
const LOAN_DAYS = 21;

/** What patrons do, which the service must find out. */
const KEEPS_TO_THE_END = 0.45;
const RETURNS_FROM = 0.1;
const PICKS_UP = 0.82;
const MEAN_PICKUP_HOURS = 16;
const GIVES_UP_IN_A_DAY = 0.004;
const DEFERS_IN_A_DAY = 0.0005;
const DEFERS_FOR_DAYS = 14;

interface Held {
  readonly patronId: number;
  readonly title: number;
  readonly placedOn: number;
  readonly told: ToldWait | undefined;
  /** When the patron picks the copy up; Infinity: never. */
  pickupOn: number;
}

interface Lent {
  readonly patronId: number;
  readonly title: number;
  readonly returnOn: number;
}

const READY = statement<{ patronId: number; reserveId: string; daysAgo: number }>(
  'town-ready',
  `SELECT h.patron_id AS "patronId", h.reserve_id AS "reserveId",
     extract(epoch FROM service_now() - h.expires_at + make_interval(hours => l.pickup_hours))::float8 / 86400 AS "daysAgo"
   FROM hold h JOIN library l USING (website_id) WHERE h.expires_at IS NOT NULL ORDER BY h.reserve_id, h.ticket`,
);

const NEXT_DUE = statement<{ seconds: number | null }>(
  'town-next-due',
  `SELECT (${SECONDS_TO_NEXT_DUE})::float8 AS seconds`,
);

/** The town's library is a service of its own, which people use over HTTP while its clock is moved. */
export class Town {
  readonly told: ToldWait[] = [];
  placed = 0;
  borrowed = 0;
  private day = 0;
  private readonly holds = new Map<string, Held>();
  private readonly loans: Lent[] = [];
  private readonly lastWaits = new Map<number, number>();
  private readonly owned: number[];
  private readonly tokens = new Map<number, string>();
  private readonly random: SeededRandom;
  /** Up to each title, how likely it is wanted: the n-th is wanted 1/n as often as the first. */
  private readonly popularity: number[];
  private readonly curves: WaitCurvesService;
  private readonly publisher: EventPublisher;

  private constructor(
    private readonly options: TownOptions,
    readonly service: ServiceUnderTest,
  ) {
    this.random = new SeededRandom(options.seed);
    this.curves = new WaitCurvesService(service.database);
    this.publisher = new EventPublisher(service.database);
    const { titles, patrons, holdsAYear } = options;
    const weights = Array.from({ length: titles }, (_, index) => 1 / (index + 4) ** 0.9);
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    let upTo = 0;
    this.popularity = weights.map((weight) => (upTo += weight / all));
    // Each title has copies for somewhat fewer loans than are wanted.
    const loansAYear = 365 / (LOAN_DAYS * 0.8);
    this.owned = weights.map((weight) =>
      Math.max(1, Math.round(((weight / all) * patrons * holdsAYear * 0.75) / loansAYear)),
    );
  }

  static async found(options: TownOptions): Promise<Town> {
    const service = await startService([
      library({ holdLimit: 200, checkoutLimit: 200 }),
      collection('main'),
      category('adult', ['main']),
    ]);
    const town = new Town(options, service);
    await service.import(
      ...town.owned.flatMap((owned, index) => [title(index + 1), copies(index + 1, owned)]),
      ...Array.from({ length: options.patrons }, (_, index) => patron(index + 1)),
    );
    return town;
  }

  close(): Promise<void> {
    return this.service.close();
  }

  async live(): Promise<void> {
    const { days, shorterPickupOnDay } = this.options;
    for (let step = 0; step < days * STEPS_A_DAY; step += 1) {
      this.day = step / STEPS_A_DAY;
      if (this.day === shorterPickupOnDay)
        await this.service.import(library({ holdLimit: 200, checkoutLimit: 200, pickupHours: 36 }));
      if (this.day > 0 && this.day % 30 === 0) await this.buy();
      // Before anything else changes: a worker would have made the curves anew.
      await this.placeHolds();
      await this.giveBack();
      await this.changeMinds();
      await this.pickUp();
      await this.passTime(STEP);
      await this.publisher.publish();
      if (step % this.options.stepsBetweenCurves === 0) await this.curves.work();
      await this.seeReady();
    }
  }

  /** What ends meanwhile ends at its time, as with a worker. */
  private async passTime(seconds: number): Promise<void> {
    const { database } = this.service;
    let left = seconds;
    for (;;) {
      const [next] = await database.run(NEXT_DUE);
      const due = Math.max(0, next?.seconds ?? Infinity);
      if (due >= left) break;
      await advanceClock(this.service, due);
      await this.settle();
      left -= due;
    }
    await advanceClock(this.service, left);
    await this.settle();
  }

  private async settle(): Promise<void> {
    const { database } = this.service;
    while ((await findDueQueues(database, undefined, 1)).length > 0) {
      const timers = new TimersService(database, new QueueService(), METRICS);
      timers.start();
      await timers.stop();
    }
  }

  private async placeHolds(): Promise<void> {
    const { patrons, holdsAYear } = this.options;
    for (let wanted = this.poisson((patrons * holdsAYear) / 365 / STEPS_A_DAY); wanted > 0; wanted -= 1)
      await this.place(1 + this.random.integerBelow(patrons), this.anyTitle());
  }

  private async place(patronId: number, wanted: number): Promise<void> {
    const key = `${patronId} ${wanted}`;
    if (this.holds.has(key) || this.loans.some((loan) => `${loan.patronId} ${loan.title}` === key)) return;
    const { status, body } = await this.send(patronId, 'POST', HOLDS, {
      reserveId: reserveIdOf(wanted),
      emailAddress: 'reader@example.org',
    });
    // The patron has missed a pickup, and the hold still comes back once.
    if (status !== 201) return;
    this.placed += 1;
    const told = this.toldWait(body, wanted);
    if (told !== undefined) this.told.push(told);
    this.holds.set(key, { patronId, title: wanted, placedOn: this.day, told, pickupOn: Infinity });
  }

  private toldWait(body: Answer['body'], wanted: number): ToldWait | undefined {
    if (body.estimatedWait?.basis !== 'known') return undefined;
    const daysUntil = (time: string): number => this.day + (Date.parse(time) - this.now(body)) / 1000 / DAY;
    return {
      placedOn: this.day,
      likelyBy: daysUntil(body.estimatedWait.likelyBy),
      latestBy: daysUntil(body.estimatedWait.latestBy),
      lastWait: this.lastWaits.get(wanted),
      simpleWait: (body.holdListPosition * LOAN_DAYS) / (this.owned[wanted - 1] ?? 1),
    };
  }

  private now(body: Answer['body']): number {
    return Date.parse(body.holdPlacedDate);
  }

  /** Some holds that wait are removed, and some are suspended. */
  private async changeMinds(): Promise<void> {
    for (const [key, held] of this.holds) {
      if (held.pickupOn !== Infinity) continue;
      const path = `${HOLDS}/${reserveIdOf(held.title)}`;
      if (this.chance(GIVES_UP_IN_A_DAY / STEPS_A_DAY)) {
        await this.send(held.patronId, 'DELETE', path);
        this.holds.delete(key);
      } else if (held.told !== undefined && this.chance(DEFERS_IN_A_DAY / STEPS_A_DAY)) {
        const suspension = { suspensionType: 'limited', numberOfDays: DEFERS_FOR_DAYS };
        await this.send(held.patronId, 'POST', `${path}/suspension`, suspension);
        this.holds.set(key, { ...held, told: undefined });
      }
    }
  }

  private async seeReady(): Promise<void> {
    const now = this.day + 1 / STEPS_A_DAY;
    for (const { patronId, reserveId, daysAgo } of await this.service.database.run(READY)) {
      const held = this.holds.get(`${patronId} ${Number(reserveId.slice(-12))}`);
      if (held?.pickupOn !== Infinity) continue;
      // To the minute: how fast the machine is must not change what the town does.
      const readyOn = Math.round((now - daysAgo) * MINUTES_A_DAY) / MINUTES_A_DAY;
      if (held.told !== undefined) held.told.readyOn = readyOn;
      this.lastWaits.set(held.title, readyOn - held.placedOn);
      held.pickupOn = this.chance(PICKS_UP) ? readyOn + this.exponential(MEAN_PICKUP_HOURS / 24) : NEVER;
    }
  }

  private async pickUp(): Promise<void> {
    for (const [key, held] of this.holds) {
      if (held.pickupOn === Infinity || held.pickupOn > this.day) continue;
      const { status } = await this.send(held.patronId, 'POST', CHECKOUTS, {
        reserveId: reserveIdOf(held.title),
      });
      this.holds.delete(key);
      // Too late: the copy has gone on.
      if (status !== 201) continue;
      this.borrowed += 1;
      const share = this.chance(KEEPS_TO_THE_END) ? 1.1 : RETURNS_FROM + this.uniform() * (1 - RETURNS_FROM);
      const { patronId, title: lent } = held;
      this.loans.push({ patronId, title: lent, returnOn: this.day + share * LOAN_DAYS });
    }
    for (const [key, { pickupOn }] of this.holds) if (pickupOn === NEVER) this.holds.delete(key);
  }

  private async giveBack(): Promise<void> {
    for (const { patronId, title: lent } of takeWhere(this.loans, ({ returnOn }) => returnOn <= this.day))
      await this.send(patronId, 'DELETE', `${CHECKOUTS}/${reserveIdOf(lent)}`);
  }

  /** One copy more of each of the titles that are wanted most. */
  private async buy(): Promise<void> {
    const waiting = Object.entries(Object.groupBy(this.holds.values(), (held) => String(held.title)))
      .map(([wanted, holds = []]) => ({
        wanted: Number(wanted),
        perCopy: holds.length / this.copiesOf(Number(wanted)),
      }))
      .sort((a, b) => b.perCopy - a.perCopy);
    for (const { wanted } of waiting.slice(0, Math.ceil(this.options.titles / 100))) {
      this.owned[wanted - 1] = this.copiesOf(wanted) + 1;
      await this.service.import(copies(wanted, this.copiesOf(wanted)));
    }
  }

  private copiesOf(wanted: number): number {
    return this.owned[wanted - 1] ?? 1;
  }

  private anyTitle(): number {
    const chosen = this.uniform();
    return 1 + this.popularity.findIndex((upTo) => upTo > chosen);
  }

  private async send(
    patronId: number,
    method: string,
    path: string,
    values?: Readonly<Record<string, string | number>>,
  ): Promise<Answer> {
    const token = this.tokens.get(patronId) ?? (await tokenOf(this.service.database, patronId));
    this.tokens.set(patronId, token);
    const client = new PatronClient(this.service.url, token, () => undefined);
    return values ? client.post(path, values) : client.send(method, path);
  }

  private uniform(): number {
    return this.random.integerBelow(2 ** 31) / 2 ** 31;
  }

  private chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  private exponential(mean: number): number {
    return -mean * Math.log(1 - this.uniform());
  }

  private poisson(mean: number): number {
    let number = 0;
    for (let product = this.uniform(); product > Math.exp(-mean); product *= this.uniform()) number += 1;
    return number;
  }
}

const METRICS = new Metrics();
/** Not Infinity, which is: not ready yet. */
const NEVER = Number.MAX_VALUE;

function takeWhere<Item>(items: Item[], isTaken: (item: Item) => boolean): Item[] {
  const taken = items.filter(isTaken);
  items.splice(0, items.length, ...items.filter((item) => !isTaken(item)));
  return taken;
}
