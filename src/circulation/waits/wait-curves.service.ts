import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { randomLcg } from 'd3-random';
import { sharesByWait, sharesToldToday } from '../../domain/waits/calibration.js';
import { type ConductOptions, LearnedConduct } from '../../domain/waits/conduct.js';
import {
  hasMoved,
  isWorthMore,
  newHoldHours,
  placeToBuy,
  withCopies,
} from '../../domain/waits/more-copies.js';
import { holdsPerCopyBucket, type ObservationCount } from '../../domain/waits/observation.js';
import { type KnownQueue, type Offers, simulateOffers } from '../../domain/waits/simulation.js';
import { type SharesByWait, type WaitCurve, waitCurves } from '../../domain/waits/wait-curve.js';
import { countObservations } from '../../events/publisher.store.js';
import { readServiceTime } from '../../platform/database/clock.store.js';
import { Database } from '../../platform/database/database.js';
import type { Queue } from '../queue.store.js';
import { readObservations } from './observations.store.js';
import {
  findQueuesToForecast,
  LOOK_BACK_MINUTES,
  ownedIn,
  type QueueToForecast,
  readQueueToForecast,
  writeMoreCopies,
  writeWaitCurves,
} from './wait-curves.store.js';

const PAUSE_MS = 30_000;
/** A worker leaves most of the time to others: the first look at a large library finds all of its queues. */
const PAUSE_BETWEEN_QUEUES_MS = 5;
/** A tenth of the holds is later than they are told: so many runs tell when that is. In long queues chances even out. */
const MAX_RUNS = 60;
const MIN_RUNS = 12;
const HOLDS_IN_ALL_RUNS = 60_000;
/** Two workers that compute the same queue write the same. */
const SEED = 1;

function runsFor(holds: number): number {
  return Math.max(MIN_RUNS, Math.min(MAX_RUNS, Math.floor(HOLDS_IN_ALL_RUNS / Math.max(1, holds))));
}

/** What has been learned of a library. */
interface Learned {
  readonly conduct: LearnedConduct;
  readonly sharesOf: SharesByWait;
}

type LibraryCount = ObservationCount & { readonly websiteId: number };

/** What is counted of each queue once a day: each has its first waits of a day once. Two workers may count one twice. */
class DailyCounts {
  private readonly byKind = new Map<string, LibraryCount>();

  /** In one order, so that two workers never wait for each other. */
  get counts(): readonly LibraryCount[] {
    return [...this.byKind].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, counted]) => counted);
  }

  /** Of a queue that is wanted: on how many days patrons waited for it, and from which shares of the runs its waits were told. */
  add({ websiteId }: Queue, found: QueueToForecast, sharesOf: SharesByWait): void {
    const { isFirstToday, liveHolds, known, formatClass } = found;
    if (!isFirstToday) return;
    const bucket = holdsPerCopyBucket(liveHolds, ownedIn(known));
    if (liveHolds > 0)
      this.addOne({ websiteId, measure: 'waited-for', formatClass, period: 0, bucket, count: 1, amount: 0 });
    for (const told of sharesToldToday(sharesOf)) this.addOne({ websiteId, formatClass, ...told });
  }

  private addOne(counted: LibraryCount): void {
    const { websiteId, measure, formatClass, period, bucket } = counted;
    const key = [websiteId, measure, formatClass, period, bucket].join(' ');
    const { count = 0, amount = 0 } = this.byKind.get(key) ?? {};
    this.byKind.set(key, { ...counted, count: count + counted.count, amount: amount + counted.amount });
  }
}

const LOOK_BACK_MS = LOOK_BACK_MINUTES * 60 * 1000;

/**
 * Computes when holds are expected to be ready, whenever a queue has changed and once a day (decision 61). It is apart from the
 * timers: no suspension, pickup or loan ends later because waits are computed.
 */
@Injectable()
export class WaitCurvesService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('WaitCurves');
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private lookedAt: Date | undefined;
  /** Of the libraries whose queues are computed now. */
  private readonly learned = new Map<number, Learned>();

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  /** Runs before the database closes. Resolves when the work in progress is done. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Computes the curves of all queues that need one, and what more copies would bring. */
  async work({ pauseMs = 0, withMoreCopies = true } = {}): Promise<void> {
    this.learned.clear();
    for (;;) {
      const now = await readServiceTime(this.database);
      const queues = await findQueuesToForecast(this.database, this.since(now), now);
      const days = new DailyCounts();
      for (const queue of queues) {
        if (this.stopping.signal.aborted) return;
        await this.compute(queue, days, withMoreCopies);
        await this.pause(pauseMs);
      }
      await countObservations(this.database, days.counts);
      if (queues.length > 0) continue;
      this.lookedAt = now;
      return;
    }
  }

  /** The first look is at all queues: changes may be as old as the last stop of all workers. */
  private since(now: Date): Date {
    const { lookedAt } = this;
    // The clock of a sandbox can be set back.
    if (lookedAt === undefined || lookedAt > now) return new Date(0);
    return new Date(lookedAt.getTime() - LOOK_BACK_MS);
  }

  private async compute(queue: Queue, days: DailyCounts, withMoreCopies: boolean): Promise<void> {
    const found = await readQueueToForecast(this.database, queue);
    if (found === undefined) return;
    const { runs, curves } = await this.curvesOf(queue, found, found.known, { isBuying: true });
    if (this.stopping.signal.aborted) return;
    if (found.isWanted) days.add(queue, found, (await this.learnedOf(queue.websiteId)).sharesOf);
    await writeWaitCurves(this.database, queue, found, curves, runs > 1 ? 'known' : 'worst-case');
    if (found.isWanted && withMoreCopies)
      await this.computeMoreCopies(queue, found, await this.curvesWithoutPurchases(queue, found, curves));
  }

  /** Who decides what to buy asks what comes without it. */
  private async curvesWithoutPurchases(
    queue: Queue,
    found: QueueToForecast,
    curves: readonly WaitCurve[],
  ): Promise<readonly WaitCurve[]> {
    const { conduct } = await this.learnedOf(queue.websiteId);
    if (!conduct.isBought(found.formatClass, found.liveHolds, ownedIn(found.known))) return curves;
    return (await this.curvesOf(queue, found, found.known)).curves;
  }

  /**
   * What more copies would bring: by the same simulation, which is run so often for it that it is computed once a day, and when the wait
   * or the number of copies has changed.
   */
  private async computeMoreCopies(
    queue: Queue,
    found: QueueToForecast,
    curves: readonly WaitCurve[],
  ): Promise<void> {
    const place = placeToBuy(found.known, curves);
    if (place === undefined) {
      await writeMoreCopies(this.database, queue, found, undefined);
      return;
    }
    const present = newHoldHours(curves, place.category);
    if (found.moreCopiesHours !== null && !hasMoved(found.moreCopiesHours, present)) return;
    const likelyHours = [present];
    for (let copies = 1; isWorthMore(likelyHours, copies, found.known); copies *= 2) {
      const more = withCopies(found.known, place.collectionId, copies);
      const hours = newHoldHours((await this.curvesOf(queue, found, more)).curves, place.category);
      likelyHours.push(Math.min(hours, ...likelyHours));
    }
    if (this.stopping.signal.aborted) return;
    await writeMoreCopies(this.database, queue, found, { collectionId: place.collectionId, likelyHours });
  }

  /** @param known the queue as it is, or as it would be */
  private async curvesOf(
    queue: Queue,
    found: QueueToForecast,
    known: KnownQueue,
    options: ConductOptions = {},
  ): Promise<{ readonly runs: number; readonly curves: readonly WaitCurve[] }> {
    if (!found.isWanted) return { runs: 0, curves: [] };
    const { conduct, sharesOf } = await this.learnedOf(queue.websiteId);
    const runs = await this.simulate(conduct, found, known, options);
    const curves = waitCurves(known, runs, found.nextTicket, found.unread, sharesOf);
    return { runs: runs.length, curves };
  }

  /** Often, with what has been learned of the library's patrons; once, if that is too little. */
  private async simulate(
    learned: LearnedConduct,
    found: QueueToForecast,
    known: KnownQueue,
    options: ConductOptions,
  ): Promise<Offers[]> {
    const { formatClass, loanDays } = found;
    // All runs draw from one series of numbers: those of neighbouring seeds begin alike.
    const conduct = learned.of(formatClass, loanDays, known.pickupHours, randomLcg(SEED), options);
    if (conduct === undefined) return [simulateOffers(known)];
    const runs: Offers[] = [];
    while (runs.length < runsFor(known.holds.length) && !this.stopping.signal.aborted) {
      runs.push(simulateOffers(known, conduct));
      // A run of a long queue takes so long that others must have their turn.
      await setImmediate();
    }
    return runs;
  }

  private async learnedOf(websiteId: number): Promise<Learned> {
    const known = this.learned.get(websiteId);
    if (known !== undefined) return known;
    const counts = await readObservations(this.database, websiteId);
    const learned = { conduct: new LearnedConduct(counts), sharesOf: sharesByWait(counts) };
    this.learned.set(websiteId, learned);
    return learned;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.work({ pauseMs: PAUSE_BETWEEN_QUEUES_MS }).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'Waits were not computed; retrying.');
      });
      await this.pause(PAUSE_MS);
    }
  }

  private async pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
