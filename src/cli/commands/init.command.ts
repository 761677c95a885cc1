import { Command, Option } from 'commander';
import type { Database } from '../../platform/database/database.js';
import { SecretSeal } from '../../platform/secret-seal.js';
import { type Config, readConfig } from '../../platform/settings/config.js';
import { type Answers, completeAnswers, QUESTIONS } from '../init/answers.js';
import { type Ask, inDialog } from '../init/dialog.js';
import { firstFilesIn, importFirstFile } from '../init/first-files.js';
import { nextSteps, tryOut } from '../init/next-steps.js';
import { addMissingAccount, addMissingLibrary, knownOf, numberFor } from '../init/own-library.js';
import { checkLibrary } from '../library-checklist.js';
import { asLines } from '../points.js';
import { onDatabase } from '../staff-options.js';
import { requireLibrary } from './library.command.js';

export function initCommand(): Command {
  const command = new Command('init').description(
    'start your own library: asks at a terminal for what no option says, and adds what is not there yet',
  );
  for (const { flags, text, read } of Object.values(QUESTIONS))
    command.addOption(new Option(flags, text).argParser<unknown>(read));
  return command.action(init);
}

async function init(given: Partial<Answers>): Promise<void> {
  const config = readConfig();
  await onDatabase(async (database) => {
    const complete = (ask?: Ask): Promise<Answers> =>
      completeAnswers(
        given,
        ask,
        (name) => numberFor(database, name),
        (library) => knownOf(database, library),
      );
    const answers = isTerminal() ? await inDialog(complete) : await complete();
    const isClientNew = await addMissing(database, config, answers);
    await importFirstFiles(database, config, answers);
    const added = await requireLibrary(database, answers.library);
    const points = await checkLibrary(config, added);
    print(['', 'What remains ([x] done, [ ] to do, [!] failed):', ...asLines(points)]);
    const firstRequest = await tryOut(database, config, answers, added.firstPatron);
    print(['', ...nextSteps(config, answers, firstRequest, isClientNew)]);
  });
}

/** @returns whether the client was added */
async function addMissing(database: Database, config: Config, answers: Answers): Promise<boolean> {
  const { library, client } = await addMissingLibrary(database, new SecretSeal(config), answers);
  // Printed at once: the next step may fail, and the secret is known only now.
  print([...library.lines, ...client.lines]);
  const account = await addMissingAccount(database, answers);
  print(account.lines);
  const isChanged = [library, client, account].some((part) => part.isChanged);
  if (!isChanged && firstFilesIn(answers).length === 0) print(['Nothing was changed.']);
  return client.isChanged;
}

async function importFirstFiles(database: Database, config: Config, answers: Answers): Promise<void> {
  for (const file of firstFilesIn(answers)) {
    const { hasRejections, lines } = await importFirstFile(database, config, answers.library, file);
    print(lines);
    if (hasRejections) process.exitCode = 1;
  }
}

/** Without a terminal nobody can answer. */
function isTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}
