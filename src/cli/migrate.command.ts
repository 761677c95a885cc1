import { Command, InvalidArgumentError } from 'commander';
import { parseWholeNumber } from '../domain/numbers.js';
import { readConfig } from '../platform/config.js';
import { DEFAULT_WAIT_SECONDS } from '../platform/database/migrations.js';
import { acquireDatabaseServer, findPendingMigrations, printWait } from './database-server.js';

const MAX_WAIT_SECONDS = 86_400;

export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'apply pending migrations to the database (every command that uses the database does this too)',
    )
    .option('--dry-run', 'only list the pending migrations')
    .option(
      '--wait <seconds>',
      'how long to wait in all for tables in use and for other processes that migrate',
      wholeSeconds,
      DEFAULT_WAIT_SECONDS,
    )
    .action(async ({ dryRun = false, wait }: { dryRun?: boolean; wait: number }) => {
      if (dryRun) return printPending(await findPendingMigrations(readConfig()));
      const server = await acquireDatabaseServer(readConfig(), { waitSeconds: wait, onWait: printWait });
      await server.release();
      printPending([]);
    });
}

function wholeSeconds(text: string): number {
  const value = parseWholeNumber(text, 0, MAX_WAIT_SECONDS);
  if (value === undefined)
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${MAX_WAIT_SECONDS}.`);
  return value;
}

function printPending(names: readonly string[]): void {
  for (const name of names) console.log(`Pending migration: ${name}`);
  if (names.length === 0) console.log('The database is up to date.');
}
