import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed } from '../client.js';
import { eventually } from '../clock.js';
import type { SandboxClock } from '../sandbox-clock.js';
import type { TestLibrary, TestPatron, TestTitle } from '../test-library.js';

const END_SUSPENSION = statement(
  'test-end-suspension',
  `UPDATE hold SET suspended_until = service_now() WHERE reserve_id = $1`,
);
const SUSPENDED_HOLDS = statement(
  'test-suspended-holds',
  'SELECT FROM hold WHERE reserve_id = $1 AND suspension_type IS NOT NULL',
);

/** Finds out when the timers have handled everything that is due. */
export class TimersProbe {
  private constructor(
    private readonly library: TestLibrary,
    private readonly clock: SandboxClock,
    private readonly patron: TestPatron,
    private readonly title: TestTitle,
  ) {}

  static async start(library: TestLibrary, clock: SandboxClock): Promise<TimersProbe> {
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    await mustSucceed(patron.place(title, { ignoreHoldEmail: true }));
    return new TimersProbe(library, clock, patron, title);
  }

  /** Ends a suspension of its own now. The timers work in the order of due times, so that they handle this one last. */
  async waitUntilDone(): Promise<void> {
    const { database } = this.library.service;
    await mustSucceed(this.patron.suspend(this.title, { suspensionType: 'limited', numberOfDays: 1 }));
    await database.run(END_SUSPENSION, [this.title.reserveId]);
    await this.clock.advance(1);
    await eventually(async () => {
      expect(await database.run(SUSPENDED_HOLDS, [this.title.reserveId])).toEqual([]);
    });
  }
}
