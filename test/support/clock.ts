import { statement } from '../../src/platform/database/statement.js';
import type { ServiceUnderTest } from './service.js';

/** Also what a busy machine may take at most between one step of a test and the next. */
export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const ADVANCE = statement(
  'test-advance-clock',
  'UPDATE service_clock SET ahead = ahead + make_interval(secs => $1)',
);

/** Lets so much time pass for everything that the service stores and compares. It can only go forward. */
export async function advanceClock(
  service: Pick<ServiceUnderTest, 'database'>,
  seconds: number,
): Promise<void> {
  await service.database.run(ADVANCE, [seconds]);
}

/**
 * Waits in real time for what the service does by itself, a timer or a mail, until `check` no longer throws. The limit
 * says when to give up on a busy machine, never how fast the service has to be.
 */
export async function eventually(
  check: () => Promise<void> | void,
  withinMilliseconds = 45_000,
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
