import { Command } from 'commander';
import { announceFailure } from './cli/announcements.js';
import { calledAs } from './cli/called-as.js';
import { CommandFailed } from './cli/command-failed.js';
import { readBuildInfo } from './platform/observability/build-info.js';
import { ConfigError, readSettings } from './platform/settings/config.js';
import { asFailure, DatabaseUnavailable } from './platform/database/failures.js';
import { MigrationError } from './platform/database/migrations/migrations.js';
import { EmbeddedDatabaseError } from './embedded/embedded-database.js';

/** Loads a command's code, with all that it needs. */
type Load = () => Command | Promise<Command>;

/** In the order of the help. */
const COMMANDS: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['serve', serveCommand],
  ['worker', workerCommand],
  ['migrate', async () => (await import('./cli/commands/migrate.command.js')).migrateCommand()],
  ['init', async () => (await import('./cli/commands/init.command.js')).initCommand()],
  ['distribute', async () => (await import('./cli/commands/distribute.command.js')).distributeCommand()],
  ['import', async () => (await import('./cli/commands/import.command.js')).importCommand()],
  ['library', async () => (await import('./cli/commands/library.command.js')).libraryCommand()],
  ['token', async () => (await import('./cli/commands/token.command.js')).tokenCommand()],
  ['staff', async () => (await import('./cli/commands/staff.command.js')).staffCommand()],
  ['demo', async () => (await import('./cli/commands/demo.command.js')).demoCommand()],
  ['listen', async () => (await import('./cli/commands/listen.command.js')).listenCommand()],
  ['doctor', async () => (await import('./cli/commands/doctor.command.js')).doctorCommand()],
  ['simulate', async () => (await import('./cli/commands/simulate.command.js')).simulateCommand()],
  ['resume-mail', async () => (await import('./cli/commands/resume-mail.command.js')).resumeMailCommand()],
  ['config', async () => (await import('./cli/commands/config.command.js')).configCommand()],
  ['openapi', async () => (await import('./cli/commands/openapi.command.js')).openapiCommand()],
]);

const [first = '', second = ''] = process.argv.slice(2);
/** The command that is called. Only its code is loaded: all of them take a second. */
const called = COMMANDS.get(first === 'help' ? second : first);

const program = new Command(calledAs())
  .description(
    'Patron holds on digital library titles. Settings come from the environment: see .env.example.',
  )
  .version(versionText(), '--version', 'print the version, and the commit of which it was built')
  .showHelpAfterError();
for (const load of called === undefined ? COMMANDS.values() : [called]) program.addCommand(await load());

function serveCommand(): Command {
  return new Command('serve')
    .description('run the service: requests, timers and mail, or only a part of them (see ROLE)')
    .action(async () => (await import('./serve.js')).serve(() => readSettings()));
}

function workerCommand(): Command {
  return new Command('worker')
    .description('run only timers and mail, like ROLE=worker')
    .action(async () => (await import('./serve.js')).serve(() => readSettings({ ROLE: 'worker' })));
}

function versionText(): string {
  const { version, commit } = readBuildInfo();
  return commit === 'unknown' ? version : `${version} (${commit})`;
}

/** Errors whose message is enough for the user. Others are printed with a stack trace. */
const EXPLAINED = [CommandFailed, ConfigError, DatabaseUnavailable, EmbeddedDatabaseError, MigrationError];

/** Commands that keep running, and whose output is collected as a log. Others answer a person or a script. */
const SERVICES = ['serve', 'worker'];

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
