import { Command } from 'commander';
import { readConfig } from '../../platform/settings/config.js';
import { withDatabase } from '../database-server.js';
import { examine, INVARIANT_DESCRIPTIONS, repair } from '../doctor/doctor.js';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'check the invariants of the queues on a live database; the exit code is 1 if any of them is broken',
    )
    .option(
      '--repair',
      'first rebuild the counters of the queues from their holds; requests wait until it is done',
      false,
    )
    .action(async (options: { repair: boolean }) => {
      const { violations, notes } = await withDatabase(readConfig(), async (database) => {
        if (options.repair) await repair(database);
        return examine(database);
      });
      for (const line of violations) console.log(`broken: ${line}`);
      for (const line of notes) console.log(`note: ${line}`);
      console.log(
        `Invariants checked: ${INVARIANT_DESCRIPTIONS.length}. Violations found: ${violations.length}.` +
          (notes.length > 0 ? ` Notes: ${notes.length}.` : ''),
      );
      if (violations.length > 0) process.exitCode = 1;
    });
}
