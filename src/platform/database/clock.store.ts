import { type Connection, lookup, statement } from './statement.js';

/**
 * SQL that rounds the moments kept with a title and with a patron, once the title is no longer the patron's: so coarsely that equal moments do not
 * link them (decision 11).
 */
export const ofTitle = (moment: string): string => `date_trunc('minute', ${moment})`;
export const ofPatron = (moment: string): string => `date_trunc('hour', ${moment}, 'UTC')`;

/** The job that wakes a worker's timers after the clock has been moved. */
export const CLOCK_MOVED = 'clock-moved';

/** The service's clock: the database's time plus the seconds that the sandbox has moved it ahead. */
export interface Clock {
  readonly now: Date;
  readonly aheadSeconds: number;
}

export const readClock = statement<Clock>(
  'clock-read',
  `SELECT service_now() AS now, extract(epoch FROM ahead)::float8 AS "aheadSeconds" FROM service_clock`,
).one();

/** For statements that need the time as a parameter, such as upserts (cluster.store.ts). */
export const readServiceTime = lookup<{ now: Date }>('clock-now', 'SELECT service_now() AS now').oneValue(
  'now',
);

/** The date in UTC. */
export async function readServiceDay(connection: Connection): Promise<string> {
  return (await readServiceTime(connection)).toISOString().slice(0, 10);
}

/**
 * The database's own time, which a sandbox does not move. Used for comparisons with other systems' clocks, such as the times of a JWT or the end of a
 * link to content. All processes of the service share the database's clock.
 */
export const readDatabaseTime = lookup<{ now: Date }>('clock-database-now', 'SELECT now() AS now').oneValue(
  'now',
);

/** Moves the clock ahead, or resets it to the database's time (null), and wakes the timers of all workers. */
export const moveClock = statement(
  'clock-move',
  `WITH woken AS (SELECT graphile_worker.add_job('${CLOCK_MOVED}'))
   UPDATE service_clock SET ahead = CASE WHEN $1::float8 IS NULL THEN interval '0'
     ELSE ahead + make_interval(secs => $1) END
   FROM woken`,
).execute((advanceSeconds: number | null) => [advanceSeconds]);
