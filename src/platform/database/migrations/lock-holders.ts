import pg from 'pg';

/** Who keeps a session from a lock that it wants. */
export interface LockHolder {
  /** Such as `table "hold"`. */
  readonly what: string;
  /** Such as `process 4711 (psql, idle in transaction since 2026-11-22 02:40:13+00)`. */
  readonly who: string;
  /** An autovacuum, or a process that this role may not know of. */
  readonly mayBeAutovacuum: boolean;
}

const LOOK_EVERY_MS = 100;

/** Others' applications and states are hidden from roles without pg_read_all_stats. */
const DESCRIBE = `format('process %s (%s, %s since %s)', activity.pid,
  COALESCE(NULLIF(application_name, ''), NULLIF(backend_type, 'client backend'), 'application unknown'),
  COALESCE(state, 'state unknown'), COALESCE(date_trunc('second', COALESCE(xact_start, backend_start))::text, 'an unknown time')) AS who,
  COALESCE(backend_type = 'autovacuum worker', true) AS "mayBeAutovacuum"`;

const BLOCKING = `
  SELECT CASE WHEN relation IS NULL THEN 'a transaction' ELSE format('table %s', relation::regclass) END AS what,
    ${DESCRIBE}
  FROM unnest(pg_blocking_pids($1)) AS blocking JOIN pg_stat_activity AS activity ON activity.pid = blocking
    -- None: the session has given up the wait since it was seen to be blocked.
    JOIN pg_locks AS wanted ON wanted.pid = $1 AND NOT wanted.granted
  -- An index that is built concurrently waits for this very query, too, for as long as it takes.
  WHERE activity.pid <> pg_backend_pid()
  ORDER BY xact_start LIMIT 1`;

const HOLDING_ADVISORY_LOCK = `
  SELECT 'the lock for migrations' AS what, ${DESCRIBE}
  FROM pg_locks AS held JOIN pg_stat_activity AS activity USING (pid)
  WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND objsubid = 1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  LIMIT 1`;

/** @returns undefined if it has been released meanwhile */
export async function holderOfAdvisoryLock(session: pg.Client, key: number): Promise<LockHolder | undefined> {
  const { rows } = await session.query<LockHolder>(HOLDING_ADVISORY_LOCK, [key]);
  return rows[0];
}

/** Sees, from a session of its own, for whom another session waits. */
export class LockObserver {
  private observer: pg.Client | undefined;

  constructor(private readonly connect: () => Promise<pg.Client>) {}

  /**
   * Runs `work`, statements of `session`.
   * @param onWait called with the process that it waits for, as often as it is seen to wait
   */
  async during<Result>(
    session: pg.Client,
    onWait: (holder: LockHolder) => void,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const pid = rows[0]?.pid;
    this.observer ??= await this.connect().catch(() => undefined);
    let isLooking = false;
    const timer = setInterval(() => {
      if (isLooking) return;
      isLooking = true;
      void this.look(pid)
        .then((holder) => holder && onWait(holder), ignore)
        .finally(() => {
          isLooking = false;
        });
    }, LOOK_EVERY_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  async close(): Promise<void> {
    await this.observer?.end().catch(ignore);
  }

  private async look(pid: number | undefined): Promise<LockHolder | undefined> {
    const { rows } = (await this.observer?.query<LockHolder>(BLOCKING, [pid])) ?? { rows: [] };
    return rows[0];
  }
}

/** Without what an observer sees, only the message is poorer. */
function ignore(): void {
  return undefined;
}
