import { Command, Option } from 'commander';
import { SecretSeal } from '../../platform/secret-seal.js';
import { readConfig } from '../../platform/settings/config.js';
import { type Answers, completeAnswers, QUESTIONS } from '../init/answers.js';
import { type Ask, inDialog } from '../init/dialog.js';
import { nextSteps } from '../init/next-steps.js';
import {
  addMissingAccount,
  addMissingLibrary,
  numberFor,
  type Part,
  placeOfSecret,
} from '../init/own-library.js';
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
      completeAnswers(given, ask, (name) => numberFor(database, name));
    const answers = isTerminal() ? await inDialog(complete) : await complete();
    const parts: Part[] = [];
    const add = (...added: readonly Part[]): void => {
      parts.push(...added);
      print(added.flatMap(({ lines }) => lines));
    };
    const { library, client } = await addMissingLibrary(database, new SecretSeal(config), answers);
    // Said at once: what comes next may fail, and the secret is known only now.
    add(library, client);
    add(await addMissingAccount(database, answers));
    if (!parts.some(({ isChanged }) => isChanged)) print(['Nothing was changed.']);
    const added = await requireLibrary(database, answers.library);
    const points = await checkLibrary(config, added);
    print(['', 'What remains ([x] done, [ ] to do, [!] failed):', ...asLines(points)]);
    print(['', ...nextSteps(config, answers, added.parts, placeOfSecret(answers, client.isChanged))]);
  });
}

/** A script must not be asked: nobody answers. */
function isTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}
