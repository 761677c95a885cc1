import { statement } from '../../src/platform/database/statement.js';
import type { ServiceUnderTest } from './service.js';

/** Tests also allow a busy machine this long between two steps. */
export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const ADVANCE = statement(
  'test-advance-clock',
  'UPDATE service_clock SET ahead = ahead + make_interval(secs => $1)',
);

/** Moves the service's clock forward. */
export async function advanceClock(
  service: Pick<ServiceUnderTest, 'database'>,
  seconds: number,
): Promise<void> {
  await service.database.run(ADVANCE, [seconds]);
}

/**
 * Repeats `check` until it no longer throws. The limit only says when to give up on a busy machine, not how fast the
 * service has to be.
 */
export async function eventually(
  check: () => Promise<void> | void,
  withinMilliseconds = 90_000,
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
