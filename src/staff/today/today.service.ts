import { Inject, Injectable } from '@nestjs/common';
import { allWaiting, WAITING_NOTICES } from '../../circulation/timers/backlog.store.js';
import { SECONDS_TO_NEXT } from '../../circulation/timers/timers.store.js';
import { isMailOrigin } from '../../notifications/sending/mail-origin.store.js';
import { COUNT_UNSENT, type UnsentCount, type UnsentNotice } from '../mail/mail.store.js';
import { Database } from '../../platform/database/database.js';
import { ReachableLibraries, type ReachableRows } from '../../platform/database/reachable-libraries.js';
import { countJobRunners } from '../../platform/jobs/job-runners.store.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { REFUSED_SIGN_INS, type RefusedSignIns } from '../../access/ils/refused-sign-ins.store.js';
import { FLAWED_RUNS, type Run } from '../../records/engine/import-runs.store.js';
import { rolesAllowed } from '../permissions/permissions.js';
import { librariesServed, type RoleNeeded, type StaffPrincipal } from '../permissions/staff-principal.js';
import type { Library, NamedLibrary } from '../../platform/database/libraries.store.js';
import { findSilentWebhooks, type SilentWebhook } from '../../events/webhooks/webhooks.store.js';
import { IDLE_COPIES, TITLES_WITHOUT_COPIES, type TitlesWithoutCopies } from './today.store.js';
import { type Work, WorkService } from './work.service.js';

/** Larger counts of undelivered notices are shown as "at least". */
export const MAX_NOTICES_COUNTED = 500;

const MAX_WEBHOOKS_SHOWN = 100;

/** The period of imports that are searched, and the limit on those shown. */
export const IMPORTS_SHOWN = { days: 3, limit: 5 };

export interface LibraryToday {
  readonly library: NamedLibrary;
  /** Undelivered notices that are still true, by state. */
  readonly undelivered: Readonly<Record<UnsentNotice['state'], number>>;
  /** Free copies for which an eligible patron waits. */
  readonly idleCopies: number;
  /** Titles with waiting patrons of which the library owns no copy. */
  readonly titlesWithoutCopies: number;
  /** Imports of the last days that stopped early or rejected lines, latest first. */
  readonly flawedImports: readonly Run[];
  /** Webhooks that are disabled, or whose receiver has accepted nothing for an hour. */
  readonly silentWebhooks: readonly SilentWebhook[];
  /** Refused sign-ins of patrons whom the library's own system knows; undefined: none. */
  readonly refusedSignIns: RefusedSignIns | undefined;
}

/** The state of the whole service, and of some libraries. */
export interface Today {
  readonly isMailPaused: boolean;
  /** The number of job runners of all workers. */
  readonly jobRunners: number;
  /** Age of the oldest notice that waits to be sent; 0 if none waits. */
  readonly oldestNoticeSeconds: number;
  /** How long the longest overdue pickup, suspension or loan has been over; 0 if none is. */
  readonly overdueSeconds: number;
  /** Whether there may be more undelivered notices than those counted. */
  readonly hasMoreUndelivered: boolean;
  readonly libraries: readonly LibraryToday[];
  /** The numbers of libraries whose database node does not answer. */
  readonly unreachable: readonly number[];
}

/** One library, with its tasks. */
export interface LibrarysDay {
  readonly today: Today;
  readonly work: Work;
}

/** Gathers everything that staff must act on first. */
@Injectable()
export class TodayService {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    private readonly reachable: ReachableLibraries,
    private readonly work: WorkService,
  ) {}

  async ofLibrary(library: Library, staff: StaffPrincipal): Promise<LibrarysDay> {
    const only = { rows: [library], unreachable: [] };
    // Its tasks count titles without copies more exactly.
    const today = await this.gather(only, [library.websiteId], staff, { rows: [], unreachable: [] });
    return { today, work: await this.work.of(library, staff) };
  }

  /**
   * Uses a few statements, however many libraries there are.
   * @param libraries their rows, and those that were not reached
   * @param of the numbers of these libraries; undefined: all
   */
  async of(
    libraries: ReachableRows<NamedLibrary>,
    of: readonly number[] | undefined,
    staff: StaffPrincipal,
  ): Promise<Today> {
    const without = await this.reachable.search(TITLES_WITHOUT_COPIES, isFew(of) ? of : undefined);
    return this.gather(libraries, of, staff, without);
  }

  private async gather(
    libraries: ReachableRows<NamedLibrary>,
    of: readonly number[] | undefined,
    staff: StaffPrincipal,
    without: ReachableRows<TitlesWithoutCopies>,
  ): Promise<Today> {
    const { reachable } = this;
    const service = await this.wholeService();
    // Sequential: a page must not take many connections at once.
    const unsent = await reachable.search(COUNT_UNSENT, ofRole(staff, 'desk', of), [MAX_NOTICES_COUNTED]);
    const idle = await reachable.search(IDLE_COPIES, isFew(of) ? of : undefined);
    const { days, limit } = IMPORTS_SHOWN;
    const flawed = await reachable.search(FLAWED_RUNS, ofRole(staff, 'any', of), [days, limit]);
    const silent = await findSilentWebhooks(this.database, ofRole(staff, 'admin', of), MAX_WEBHOOKS_SHOWN);
    const refused = await reachable.search(REFUSED_SIGN_INS, ofRole(staff, 'admin', of));
    const unreachable = [libraries, service, unsent, idle, without, flawed, refused].flatMap(
      (found) => found.unreachable,
    );
    const counted = unsent.rows.reduce((sum, { count }) => sum + count, 0);
    const own = {
      unsent: ofEach(unsent.rows),
      idle: ofEach(idle.rows),
      without: ofEach(without.rows),
      flawed: ofEach(flawed.rows),
      silent: ofEach(silent),
      refused: ofEach(refused.rows),
    };
    return {
      ...service.found,
      hasMoreUndelivered: counted >= MAX_NOTICES_COUNTED,
      libraries: libraries.rows.map((library) => ({
        library,
        undelivered: byState(own.unsent(library)),
        idleCopies: own.idle(library)[0]?.idleCopies ?? 0,
        titlesWithoutCopies: own.without(library)[0]?.titles ?? 0,
        flawedImports: own.flawed(library),
        silentWebhooks: own.silent(library),
        refusedSignIns: own.refused(library)[0],
      })),
      unreachable: [...new Set(unreachable)].sort((a, b) => a - b),
    };
  }

  private async wholeService(): Promise<{
    found: Pick<Today, 'isMailPaused' | 'jobRunners' | 'oldestNoticeSeconds' | 'overdueSeconds'>;
    unreachable: readonly number[];
  }> {
    const { database, reachable } = this;
    const [isOrigin, jobRunners = 0, waiting, next] = await Promise.all([
      isMailOrigin(database),
      countJobRunners(database),
      reachable.search(WAITING_NOTICES, undefined),
      reachable.search(SECONDS_TO_NEXT, undefined),
    ]);
    return {
      found: {
        // Before its first worker has run, no database is the one that sends mail.
        isMailPaused: this.config.mailPaused || (!isOrigin && jobRunners > 0),
        jobRunners,
        oldestNoticeSeconds: allWaiting(waiting.rows).oldestSeconds,
        overdueSeconds: Math.max(0, ...next.rows.map(({ seconds }) => -(seconds ?? 0))),
      },
      unreachable: [...waiting.unreachable, ...next.unreachable],
    };
  }
}

/** The libraries in which `staff` has this role's rights. */
function ofRole(
  staff: StaffPrincipal,
  role: RoleNeeded,
  of: readonly number[] | undefined,
): readonly number[] | undefined {
  const own = librariesServed(staff, rolesAllowed(role));
  return own === undefined ? of : own.filter((each) => of?.includes(each) ?? true);
}

/** PostgreSQL searches idle copies of all libraries faster than those of hundreds of named ones. Hardly any library has some. */
const isFew = (libraries: readonly number[] | undefined): boolean => (libraries?.length ?? Infinity) <= 20;

/** @returns a function that finds a library's rows */
function ofEach<Row extends { readonly websiteId: number }>(
  rows: readonly Row[],
): (library: NamedLibrary) => readonly Row[] {
  const byLibrary = Map.groupBy(rows, ({ websiteId }) => websiteId);
  return ({ websiteId }) => byLibrary.get(websiteId) ?? [];
}

function byState(counts: readonly UnsentCount[]): LibraryToday['undelivered'] {
  const count = (wanted: UnsentNotice['state']): number =>
    counts.find(({ state }) => state === wanted)?.count ?? 0;
  return {
    refused: count('refused'),
    retrying: count('retrying'),
    'given-up': count('given-up'),
    sending: count('sending'),
  };
}
