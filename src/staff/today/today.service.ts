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

/** More undelivered notices than this are counted as "at least". */
export const MAX_NOTICES_COUNTED = 500;

const MAX_WEBHOOKS_SHOWN = 100;

/** Imports of this many days are looked at, and this many of them shown. */
export const IMPORTS_SHOWN = { days: 3, limit: 5 };

export interface LibraryToday {
  readonly library: NamedLibrary;
  /** Undelivered notices that are still true, by what has become of them. */
  readonly undelivered: Readonly<Record<UnsentNotice['state'], number>>;
  /** Free copies for which an eligible patron waits. */
  readonly idleCopies: number;
  /** Titles that are waited for, and of which it owns no copy. */
  readonly titlesWithoutCopies: number;
  /** Imports of the last days that stopped early or rejected lines, the latest first. */
  readonly flawedImports: readonly Run[];
  /** Webhooks of which nothing was accepted for an hour, or that are disabled. */
  readonly silentWebhooks: readonly SilentWebhook[];
  /** Sign-ins of patrons whom its own system knows; undefined: of none. */
  readonly refusedSignIns: RefusedSignIns | undefined;
}

/** How the service does as a whole, and each of some libraries. */
export interface Today {
  readonly isMailPaused: boolean;
  /** Of all workers. */
  readonly jobRunners: number;
  /** Age of the oldest notice that waits to be sent; 0 if none waits. */
  readonly oldestNoticeSeconds: number;
  /** For how long the longest overdue pickup, suspension or loan has been over; 0 if none is. */
  readonly overdueSeconds: number;
  /** Whether there may be more undelivered notices than those counted. */
  readonly hasMoreUndelivered: boolean;
  readonly libraries: readonly LibraryToday[];
  /** The numbers of libraries of which nothing is known, because their database node does not answer. */
  readonly unreachable: readonly number[];
}

/** One library, with what there is to do. */
export interface LibrarysDay {
  readonly today: Today;
  readonly work: Work;
}

/** What staff must know first: everything that they must act on. */
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
    // Its work counts titles without copies more exactly.
    const today = await this.gather(only, [library.websiteId], staff, { rows: [], unreachable: [] });
    return { today, work: await this.work.of(library, staff) };
  }

  /**
   * A few statements, however many libraries there are.
   * @param libraries their rows, and those that were not reached
   * @param of the numbers of these libraries; undefined: they are all there are
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
    // One after the other: a page must not take many connections at once.
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
        // Before its first worker has run, no database is where mail is sent from.
        isMailPaused: this.config.mailPaused || (!isOrigin && jobRunners > 0),
        jobRunners,
        oldestNoticeSeconds: allWaiting(waiting.rows).oldestSeconds,
        overdueSeconds: Math.max(0, ...next.rows.map(({ seconds }) => -(seconds ?? 0))),
      },
      unreachable: [...waiting.unreachable, ...next.unreachable],
    };
  }
}

/** Those of the libraries in which `staff` may do what this role may. */
function ofRole(
  staff: StaffPrincipal,
  role: RoleNeeded,
  of: readonly number[] | undefined,
): readonly number[] | undefined {
  const own = librariesServed(staff, rolesAllowed(role));
  return own === undefined ? of : own.filter((each) => of?.includes(each) ?? true);
}

/** PostgreSQL looks for idle copies in all libraries more quickly than in hundreds that are named. Hardly any has some. */
const isFew = (libraries: readonly number[] | undefined): boolean => (libraries?.length ?? Infinity) <= 20;

/** @returns which of the rows are a library's */
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
