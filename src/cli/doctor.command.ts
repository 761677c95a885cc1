import { Command } from 'commander';
import { readConfig } from '../platform/config.js';
import { withDatabase } from './database-server.js';
import { examine, PROMISES, repair } from '../doctor/doctor.js';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'check all that must always be true of the queues, on a live database; exit code 1 if something is not',
    )
    .option(
      '--repair',
      'rebuild the counters of the queues from their holds first; requests wait meanwhile',
      false,
    )
    .action(async (options: { repair: boolean }) => {
      const broken = await withDatabase(readConfig(), async (database) => {
        if (options.repair) await repair(database);
        return examine(database);
      });
      for (const line of broken) console.log(`broken: ${line}`);
      console.log(`${PROMISES.length} promises checked, ${broken.length} breaches found`);
      if (broken.length > 0) process.exitCode = 1;
    });
}
