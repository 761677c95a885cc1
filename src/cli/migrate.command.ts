import { Command } from 'commander';
import { readConfig } from '../platform/config.js';
import { findPendingMigrations, withDatabase } from './database-server.js';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'bring the database to this version (every command that uses it does so too, before it begins)',
    )
    .option('--dry-run', 'only name the migrations that the database lacks; nothing is changed')
    .action(async ({ dryRun = false }: { dryRun?: boolean }) => {
      if (dryRun) return tell(await findPendingMigrations(readConfig()));
      await withDatabase(readConfig(), () => Promise.resolve());
      tell([]);
    });
}

function tell(pending: readonly string[]): void {
  for (const name of pending) console.log(`The database lacks ${name}.`);
  if (pending.length === 0) console.log('The database is at this version.');
}
