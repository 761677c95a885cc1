import { Command } from 'commander';
import { readConfig } from '../../platform/config.js';
import { withDatabase } from '../database-in-use.js';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'bring the database to this version (every command that uses it does so too, before it begins)',
    )
    .action(async () => {
      await withDatabase(readConfig(), () => Promise.resolve());
      console.log('The database is at this version.');
    });
}
