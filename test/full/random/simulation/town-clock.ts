import type { Database } from '../../../../src/platform/database/database.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { endPickupsInTime } from '../../../../src/sandbox/pickups.store.js';

const HOUR_MS = 3600 * 1000;

/** The next Monday: what is learned is counted by day and by week, and the same seed gives the same town at any time. */
const READ = statement<{ at: Date }>(
  'town-clock-read',
  `SELECT date_trunc('week', service_now(), 'UTC') + interval '1 week' AS at`,
);
const MOVE = statement('town-clock-move', 'UPDATE town_clock SET at = $1');

/**
 * The clock of a service that stands still between two moves: how long the machine takes for an hour of the town must not
 * change what happens in it.
 */
export class TownClock {
  private constructor(
    private readonly database: Database,
    private readonly beganAt: Date,
  ) {}

  static async stop(database: Database): Promise<TownClock> {
    const [now] = await database.run(READ);
    const clock = new TownClock(database, now!.at);
    // From a table: statements that are prepared stay so.
    for (const sql of [
      'CREATE TABLE town_clock (at TIMESTAMPTZ NOT NULL)',
      `INSERT INTO town_clock VALUES ('${now!.at.toISOString()}')`,
      `CREATE OR REPLACE FUNCTION service_now() RETURNS TIMESTAMPTZ LANGUAGE sql STABLE PARALLEL SAFE AS 'SELECT at FROM town_clock'`,
    ])
      await database.run(statement(`town-clock-${sql.length}`, sql));
    return clock;
  }

  async moveTo(hour: number): Promise<void> {
    // Else each missed pickup would go on once: no mail tells of it.
    await endPickupsInTime(this.database);
    await this.database.run(MOVE, [new Date(this.beganAt.getTime() + hour * HOUR_MS)]);
  }

  /** The time of a day, counted from the beginning. */
  dateOf(day: number): string {
    return new Date(this.beganAt.getTime() + day * 24 * HOUR_MS).toISOString();
  }

  /** Since the beginning. */
  hourOf(time: string): number {
    return (Date.parse(time) - this.beganAt.getTime()) / HOUR_MS;
  }
}
