import { Inject, Injectable } from '@nestjs/common';
import { findWaitingNotices, secondsOverdue } from '../../circulation/backlog.store.js';
import { isMailOrigin } from '../../notifications/sending/mail-origin.store.js';
import { MailService } from '../../operator/mail/mail.service.js';
import type { UnsentNotice } from '../../operator/mail/mail.store.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { Database } from '../../platform/database/database.js';
import { countJobRunners } from '../../platform/jobs/job-runners.store.js';
import { findFlawedRuns, type Run } from '../../records/engine/import-runs.store.js';
import type { StaffPrincipal } from '../../staff/staff-principal.js';
import type { NamedLibrary } from '../libraries.store.js';
import { countIdleCopies } from './today.store.js';

/** More undelivered notices than this are counted as "at least". */
export const MAX_NOTICES_COUNTED = 500;

/** Imports of this many days are looked at, and this many of them shown. */
const IMPORTS_SHOWN = { days: 3, limit: 5 };

export interface LibraryToday {
  readonly library: NamedLibrary;
  /** Undelivered notices that are still true, by what has become of them. */
  readonly undelivered: Readonly<Record<UnsentNotice['state'], number>>;
  /** Free copies for which somebody waits who may use them. */
  readonly idleCopies: number;
  /** Imports of the last days that stopped early or rejected lines, the latest first. */
  readonly flawedImports: readonly Run[];
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
}

/** What staff must know first: everything that needs somebody. */
@Injectable()
export class TodayService {
  constructor(
    private readonly database: Database,
    private readonly mail: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async of(libraries: readonly NamedLibrary[], staff: StaffPrincipal): Promise<Today> {
    const { database } = this;
    const [isOrigin, jobRunners = 0, notices, overdueSeconds, unsent] = await Promise.all([
      isMailOrigin(database),
      countJobRunners(database),
      findWaitingNotices(database),
      secondsOverdue(database),
      this.mail.unsent({ limit: MAX_NOTICES_COUNTED, offset: 0 }, staff),
    ]);
    return {
      // Before its first worker has run, no database is where mail is sent from.
      isMailPaused: this.config.mailPaused || (!isOrigin && jobRunners > 0),
      jobRunners,
      oldestNoticeSeconds: notices.oldestSeconds,
      overdueSeconds,
      hasMoreUndelivered: unsent.length === MAX_NOTICES_COUNTED,
      libraries: await this.each(libraries, unsent),
    };
  }

  /** One after the other: a page must not take several connections at once. */
  private async each(
    libraries: readonly NamedLibrary[],
    unsent: readonly UnsentNotice[],
  ): Promise<LibraryToday[]> {
    const found: LibraryToday[] = [];
    for (const library of libraries) {
      const own = unsent.filter(({ websiteId }) => websiteId === library.websiteId);
      const idleCopies = await countIdleCopies(this.database, library.websiteId);
      const flawedImports = await findFlawedRuns(this.database, library.websiteId, IMPORTS_SHOWN);
      found.push({ library, undelivered: byState(own), idleCopies, flawedImports });
    }
    return found;
  }
}

function byState(notices: readonly UnsentNotice[]): LibraryToday['undelivered'] {
  const count = (wanted: UnsentNotice['state']): number =>
    notices.filter(({ state }) => state === wanted).length;
  return {
    refused: count('refused'),
    retrying: count('retrying'),
    'given-up': count('given-up'),
    sending: count('sending'),
  };
}
