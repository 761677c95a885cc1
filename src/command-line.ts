import { Command } from 'commander';
import { announceFailure } from './cli/announcements.js';
import { CommandFailed } from './cli/command-failed.js';
import { configCommand } from './cli/commands/config.command.js';
import { demoCommand } from './cli/commands/demo.command.js';
import { distributeCommand } from './cli/commands/distribute.command.js';
import { doctorCommand } from './cli/commands/doctor.command.js';
import { importCommand } from './cli/commands/import.command.js';
import { libraryCommand } from './cli/commands/library.command.js';
import { migrateCommand } from './cli/commands/migrate.command.js';
import { openapiCommand } from './cli/commands/openapi.command.js';
import { resumeMailCommand } from './cli/commands/resume-mail.command.js';
import { staffCommand } from './cli/commands/staff.command.js';
import { tokenCommand } from './cli/commands/token.command.js';
import { watchCommand } from './cli/commands/watch.command.js';
import { readBuildInfo } from './platform/observability/build-info.js';
import { ConfigError, readSettings } from './platform/settings/config.js';
import { asFailure, DatabaseUnavailable } from './platform/database/failures.js';
import { MigrationError } from './platform/database/migrations/migrations.js';
import { EmbeddedDatabaseError } from './embedded/embedded-database.js';
import { serve } from './serve.js';

const program = new Command('holdfast')
  .description(
    'Patron holds on digital library titles. Settings come from the environment: see .env.example.',
  )
  .version(versionText(), '--version', 'print the version, and the commit of which it was built')
  .showHelpAfterError()
  .addCommand(
    new Command('serve')
      .description('run the service: requests, timers and mail, or only a part of them (see ROLE)')
      .action(() => serve(() => readSettings())),
  )
  .addCommand(
    new Command('worker')
      .description('run only timers and mail, like ROLE=worker')
      .action(() => serve(() => readSettings({ ROLE: 'worker' }))),
  )
  .addCommand(migrateCommand())
  .addCommand(distributeCommand())
  .addCommand(importCommand())
  .addCommand(libraryCommand())
  .addCommand(tokenCommand())
  .addCommand(staffCommand())
  .addCommand(demoCommand())
  .addCommand(doctorCommand())
  .addCommand(watchCommand())
  .addCommand(resumeMailCommand())
  .addCommand(configCommand())
  .addCommand(openapiCommand());

function versionText(): string {
  const { version, commit } = readBuildInfo();
  return commit === 'unknown' ? version : `${version} (${commit})`;
}

/** Errors whose message is enough for the user. Others are printed with a stack trace. */
const EXPLAINED = [CommandFailed, ConfigError, DatabaseUnavailable, EmbeddedDatabaseError, MigrationError];

/** Commands that keep running, and whose output is collected as a log. Others answer a person or a script. */
const SERVICES = ['serve', 'worker', 'watch'];

try {
  await program.parseAsync();
} catch (thrown) {
  const error = asFailure(thrown);
  const isExplained = EXPLAINED.some((kind) => error instanceof kind);
  const explanation = isExplained && error instanceof Error ? error.message : undefined;
  if (SERVICES.includes(program.args[0] ?? '')) announceFailure(error, explanation);
  else console.error(explanation ?? error);
  process.exitCode = 1;
  // A refused database session may otherwise keep the process running until the server closes it.
  endSoon();
}
// So may a collector that does not take the last traces.
if (SERVICES.includes(program.args[0] ?? '')) endSoon();

function endSoon(): void {
  setTimeout(() => process.exit(), 1_000).unref();
}
