import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { Database } from '../../platform/database/database.js';
import { type LibraryGroup, LibraryGroups } from '../../platform/database/library-groups.js';
import { Session } from '../../platform/database/connections/session.js';
import { gather } from './gathered-notices.js';
import {
  addNoticeJobs,
  findNoticesOfRecipients,
  findWrittenNotices,
  type NoticeJob,
  tryLockOutbox,
  writeJobKeys,
  type WrittenNotice,
} from './notice-jobs.store.js';
import { deleteNotices, listenForNotices } from './notice-outbox.store.js';
import { RemindersService } from '../notice-types/reminders.service.js';

const NOTICES_AT_ONCE = 500;
/** Finds notices that no notification announced: the session was lost, or they were written on another node. */
const POLL_MS = 1_000;

/**
 * Makes jobs of the notices in the outbox (decision 12), at least once, and one job of what waits for the same patron: the jobs are committed before the notices are deleted, because they may be
 * on different nodes. One worker at a time does so, and a notice that has its job gets no other. Due reminders become notices first.
 */
@Injectable()
export class OutboxService {
  private readonly logger = new Logger('Outbox');
  private readonly groups: LibraryGroups;
  private alarm = new AbortController();
  private stopped = false;
  private session: Session | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    private readonly reminders: RemindersService,
  ) {
    this.groups = new LibraryGroups(database);
  }

  start(): void {
    this.running = this.run();
  }

  /** Resolves when the work in progress is done. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.alarm.abort();
    await this.running;
    await this.session?.close();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.alarm = new AbortController();
      const isEmpty = await this.work().catch((error: unknown) => this.warn(error));
      if (isEmpty && !this.stopped)
        await sleep(POLL_MS, undefined, { signal: this.alarm.signal }).catch(() => undefined);
    }
  }

  /** @returns whether the outbox is empty, as far as it can be read */
  private async work(): Promise<boolean> {
    await this.listen();
    const groups = await this.groups.listAndAll();
    // Notices of other nodes do not wait for a node that is down.
    const moved = await Promise.all(
      groups.map((group) => this.workFor(group).catch((error: unknown) => this.warn(error) && 0)),
    );
    return moved.every((number) => number === 0);
  }

  /** @returns the number of notices and reminders */
  private async workFor(group: LibraryGroup): Promise<number> {
    const reminders = await this.reminders.writeDue(group);
    return reminders + (await this.moveSome(group));
  }

  private async listen(): Promise<void> {
    if (this.session?.isOver === false) return;
    const url = this.config.jobsDatabaseUrl ?? this.database.url;
    this.session = await Session.open(url, 'holdfast-outbox', () => this.alarm.abort());
    await listenForNotices(this.session);
  }

  /** @returns how many notices got jobs; 0 also if another worker is at it */
  private async moveSome(group: LibraryGroup): Promise<number> {
    if ((await findWrittenNotices(this.database, group, 1)).length === 0) return 0;
    const moved = await this.database.transaction(async (connection) => {
      if (!(await tryLockOutbox(connection))) return [];
      const due = await findWrittenNotices(connection, group, NOTICES_AT_ONCE);
      const jobs: NoticeJob[] = [];
      for (const [websiteId, own] of Map.groupBy(due, (notice) => notice.websiteId))
        jobs.push(...(await this.decideJobs(websiteId, own)));
      await addNoticeJobs(connection, jobs);
      return jobs.flatMap(({ notices }) => notices);
    });
    for (const [websiteId, own] of Map.groupBy(moved, (notice) => notice.websiteId))
      await deleteNotices(this.database, websiteId, own);
    return moved.length;
  }

  /** The decision is committed before the jobs: a notice must not get a job of its own and one with others. */
  private async decideJobs(websiteId: number, due: readonly WrittenNotice[]): Promise<NoticeJob[]> {
    const { decided, undecided } = gather(due, await findNoticesOfRecipients(this.database, websiteId, due));
    if (undecided.length > 0) await writeJobKeys(this.database, websiteId, undecided);
    return [...decided, ...undecided];
  }

  /** @returns true */
  private warn(error: unknown): boolean {
    this.logger.warn({ err: error }, 'Notices stay in the outbox; retrying.');
    return true;
  }
}
