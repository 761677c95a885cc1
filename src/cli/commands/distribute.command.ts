import { Command } from 'commander';
import { type Config, readConfig } from '../../platform/settings/config.js';
import { Database } from '../../platform/database/database.js';
import { CommandFailed } from '../command-failed.js';
import { explainDatabaseError } from '../database-errors.js';
import { BULK_WORK, findPendingMigrations } from '../database-server.js';
import { distribute, findPlan, preflight } from '../distribution/distribution.js';

export function distributeCommand(): Command {
  return new Command('distribute')
    .description(
      'on a Citus cluster, put each library’s rows on one node; run it after each migrate (docs/operations/scaling.md)',
    )
    .option('--dry-run', 'only list what is missing, and the statements that would be run')
    .action(async ({ dryRun = false }: { dryRun?: boolean }) => {
      const config = readConfig();
      const database = await openMigrated(config);
      try {
        await (dryRun ? printPlan(database) : run(database));
      } finally {
        await database.close();
      }
    });
}

async function openMigrated(config: Config): Promise<Database> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined)
    throw new CommandFailed(
      'The embedded database cannot be distributed. Set DATABASE_URL to a Citus coordinator.',
    );
  const [pending] = await findPendingMigrations(config);
  if (pending !== undefined)
    throw new CommandFailed(`Migration ${pending} is pending. Run holdfast migrate first.`);
  try {
    return new Database({ url: databaseUrl, poolSize: 2, ...BULK_WORK });
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl);
  }
}

async function run(database: Database): Promise<void> {
  const steps = await distribute(database);
  console.log(
    steps.length === 0
      ? 'Every table is where it belongs.'
      : `Every table is where it belongs now. Statements run: ${steps.length}.`,
  );
}

async function printPlan(database: Database): Promise<void> {
  const missing = await preflight(database);
  for (const sentence of missing) console.log(`missing: ${sentence}`);
  const steps = await findPlan(database);
  for (const step of steps) console.log(`${step};`);
  if (steps.length === 0) console.log('Every table is where it belongs.');
  if (missing.length > 0) process.exitCode = 1;
}
