import { Command } from 'commander';
import { readConfig } from '../platform/config.js';
import { findPendingMigrations, withDatabase } from './database-server.js';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'apply pending migrations to the database (every command that uses the database does this too)',
    )
    .option('--dry-run', 'only list the pending migrations')
    .action(async ({ dryRun = false }: { dryRun?: boolean }) => {
      if (dryRun) return printPending(await findPendingMigrations(readConfig()));
      await withDatabase(readConfig(), () => Promise.resolve());
      printPending([]);
    });
}

function printPending(names: readonly string[]): void {
  for (const name of names) console.log(`Pending migration: ${name}`);
  if (names.length === 0) console.log('The database is up to date.');
}
