import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest. Much of that is waiting: for timers of other programs, for a load of some seconds, for a cluster. Where Vitest
 * has no durations of an earlier run, as on a clean clone, it starts large files first, and most of these are small: begun last,
 * each would keep one processor busy for a minute after all others.
 */
const LONGEST = [
  'test/clients/hypermedia-walk.test.ts',
  'test/observability/alerts-fire.test.ts',
  'test/observability/alert-delivery.test.ts',
  'test/deploy/former-release.test.ts',
  'test/soak/soak.test.ts',
  'test/simulation/town.test.ts',
  'test/fuzz/long-inputs.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/model/parallel.test.ts',
  'test/model/sequential.test.ts',
  'test/kill-points/commands-and-timers.test.ts',
  'test/webhooks/storm.test.ts',
  'test/observability/surroundings-fire.test.ts',
  'test/deploy/migration-under-load.test.ts',
  'test/deploy/rolling-restart.test.ts',
  'test/deploy/scripts/rolling-restart-script.test.ts',
  'test/faults/worker-outage.test.ts',
  'test/operator/mail/hanging-mail.test.ts',
  'test/operator/imports/unending-bodies.test.ts',
  'test/http/slow-requests.test.ts',
  'test/limits/attacked-shelf.test.ts',
];

const PROJECT = join(import.meta.dirname, '../../..');

/** Starts the longest first. The others follow as Vitest orders them. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // The tests of the former release run with this file, too, from a folder of their own.
    const { root } = this.ctx.config;
    const missing = LONGEST.find((file) => !existsSync(join(PROJECT, file)));
    if (missing !== undefined)
      throw new Error(`There is no ${missing}: longest-first.ts has to name it as it is.`);
    // What is not listed comes last, and keeps its order.
    const rank = (file: TestSpecification): number => {
      // Workers that share modules end where another kind of worker follows, and would have to load them again.
      if (file.project.config.isolate) return -1;
      const place = LONGEST.indexOf(relative(root, file.moduleId));
      return place === -1 ? LONGEST.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
