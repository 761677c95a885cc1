import { Command } from 'commander';
import { readConfig } from '../../platform/settings/config.js';
import { DEFAULT_WAIT_SECONDS } from '../../platform/database/migrations/migrations.js';
import { wholeNumber } from '../argument-values.js';
import { acquireForCommand, findPendingMigrations } from '../database-server.js';

const MAX_WAIT_SECONDS = 86_400;

export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'apply pending migrations to the database, and grant the user of DATABASE_URL what the service needs (every command ' +
        'that uses the database does this too, if its user may)',
    )
    .option('--dry-run', 'only list the pending migrations')
    .option(
      '--wait <seconds>',
      'how long to wait in all for tables in use and for other processes that migrate',
      wholeNumber(0, MAX_WAIT_SECONDS),
      DEFAULT_WAIT_SECONDS,
    )
    .action(async ({ dryRun = false, wait }: { dryRun?: boolean; wait: number }) => {
      if (dryRun) return printPending(await findPendingMigrations(readConfig()));
      const server = await acquireForCommand(readConfig(), { waitSeconds: wait });
      await server.release();
      printPending([]);
    });
}

function printPending(names: readonly string[]): void {
  for (const name of names) console.log(`Pending migration: ${name}`);
  if (names.length === 0) console.log('The database is up to date.');
}
