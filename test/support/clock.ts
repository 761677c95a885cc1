import { statement } from '../../src/platform/database/statement.js';
import { endPickupsInTime } from '../../src/sandbox/pickups.store.js';
import type { ServiceUnderTest } from './service.js';

/** Tests also allow a busy machine this long between two steps. */
export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const ADVANCE = statement(
  'test-advance-clock',
  'UPDATE service_clock SET ahead = ahead + make_interval(secs => $1)',
);

/** Moves the service's clock forward as a sandbox does: pickups end at their time, whoever was told. */
export async function advanceClock(
  service: Pick<ServiceUnderTest, 'database'>,
  seconds: number,
): Promise<void> {
  await endPickupsInTime(service.database);
  await advanceClockAlone(service, seconds);
}

/** As time itself does: a pickup of which no mail server has told goes on. */
export async function advanceClockAlone(
  service: Pick<ServiceUnderTest, 'database'>,
  seconds: number,
): Promise<void> {
  await service.database.run(ADVANCE, [seconds]);
}

const ADVANCE_TO_NOON = statement(
  'test-advance-clock-to-noon',
  `UPDATE service_clock SET ahead = ahead + date_bin('1 day', service_now(), '2000-01-01T12:00:00Z') + interval '1 day' - service_now()`,
);

/** Moves the service's clock to the next noon (UTC), for tests of what is counted by day: none may begin just before midnight. */
export async function advanceClockToNoon(service: Pick<ServiceUnderTest, 'database'>): Promise<void> {
  await endPickupsInTime(service.database);
  await service.database.run(ADVANCE_TO_NOON);
}

const NOW = statement<{ now: Date }>('test-now', 'SELECT service_now() AS now');

/** The time by which the service writes what happened when. */
export async function serviceTime(service: Pick<ServiceUnderTest, 'database'>): Promise<Date> {
  const [row] = await service.database.run(NOW);
  return row!.now;
}

/** How long a test waits on a machine with ten times the work that it can do. It says nothing of how fast the service has to be. */
export const PATIENCE_MS = 200_000;

/** Repeats `check` until it no longer throws. */
export async function eventually(
  check: () => Promise<void> | void,
  withinMilliseconds = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + withinMilliseconds;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
