import { statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type * as z from 'zod';
import { offeredTags } from '../../domain/languages.js';
import * as is from '../../records/engine/schema-rules.js';
import { accountName } from '../../staff/sign-in/account-names.js';
import { id } from '../argument-values.js';
import { CommandFailed } from '../command-failed.js';
import type { Ask } from './dialog.js';

/** A question about a new library, answered by an option or at the terminal. */
interface InitQuestion<Value> {
  /** The flags of its option. */
  readonly flags: string;
  readonly text: string;
  /** @throws InvalidArgumentError */
  readonly read: (text: string) => Value;
}

/** In the order of the dialog. */
export const QUESTIONS = {
  name: question('--name <name>', "The library's name", by(is.name)),
  library: question('--library <number>', "The library's number, by which clients name it", id),
  timeZone: question('--time-zone <zone>', 'Its time zone', by(is.timeZone)),
  languages: question(
    '--languages <tags>',
    'Its languages, with commas between, the first for patrons who have none',
    listOf(is.noticeLanguage),
  ),
  collections: question('--collections <ids>', 'Its collections, with commas between', listOf(is.key)),
  categories: question(
    '--categories <codes>',
    'The categories of its patrons, with commas between',
    listOf(is.key),
  ),
  signIn: question(
    '--sign-in <way>',
    'Patrons sign in with PINs that are kept here (pin), or by your own system (sip2)',
    by(is.oneOf(['pin', 'sip2'])),
  ),
  client: question('--client <id>', 'The id of its client: the catalog or discovery layer', by(is.key)),
  secretFile: question(
    '--secret-file <file>',
    "A new file for the client's secret (none: it is shown once)",
    optional((file) => file),
  ),
  staff: question('--staff <e-mail>', 'The e-mail address of its first administrator', optional(email)),
  patrons: question('--patrons <file>', 'A CSV file of its patrons, to import it now', optional(csvFile)),
  titles: question('--titles <file>', 'A CSV file of its titles', optional(csvFile)),
  copies: question('--copies <file>', 'A CSV file of its copies', optional(csvFile)),
};

export type Answers = {
  readonly [Name in keyof typeof QUESTIONS]: ReturnType<(typeof QUESTIONS)[Name]['read']>;
};

/** The settings that a library may have already. */
export type Known = Partial<Pick<Answers, 'timeZone' | 'languages' | 'collections' | 'categories'>>;

/**
 * Completes the answers that the options give.
 * @param ask undefined without a terminal: then the suggestions are the answers
 * @param numberFor suggests a number for a library of this name
 * @param knownOf suggests answers for a library with this number, if it exists
 * @throws CommandFailed if an answer is missing
 */
export async function completeAnswers(
  given: Partial<Answers>,
  ask: Ask | undefined,
  numberFor: (name: string) => Promise<number>,
  knownOf: (library: number) => Promise<Known>,
): Promise<Answers> {
  const answer = <Value>(asked: InitQuestion<Value>, value: Value | undefined, suggested?: string) =>
    value === undefined ? answerTo(asked, ask, suggested) : Promise.resolve(value);
  const name = await answer(QUESTIONS.name, given.name);
  const library = await answer(QUESTIONS.library, given.library, String(await numberFor(name)));
  const known = await knownOf(library);
  const { timeZone = zoneOfMachine(), languages = offeredTags(null) } = known;
  const { collections = ['main'], categories = ['adult'] } = known;
  return {
    name,
    library,
    timeZone: await answer(QUESTIONS.timeZone, given.timeZone, timeZone),
    languages: await answer(QUESTIONS.languages, given.languages, languages.join()),
    collections: await answer(QUESTIONS.collections, given.collections, collections.join()),
    categories: await answer(QUESTIONS.categories, given.categories, categories.join()),
    signIn: await answer(QUESTIONS.signIn, given.signIn, 'pin'),
    client: await answer(QUESTIONS.client, given.client, `library-${library}`),
    secretFile: await answer(QUESTIONS.secretFile, given.secretFile, ''),
    staff: await answer(QUESTIONS.staff, given.staff, ''),
    patrons: await answer(QUESTIONS.patrons, given.patrons, ''),
    titles: await answer(QUESTIONS.titles, given.titles, ''),
    copies: await answer(QUESTIONS.copies, given.copies, ''),
  };
}

async function answerTo<Value>(
  { flags, text, read }: InitQuestion<Value>,
  ask: Ask | undefined,
  suggested: string | undefined,
): Promise<Value> {
  if (ask === undefined) {
    if (suggested === undefined) throw new CommandFailed(`Give ${flags}.`);
    return read(suggested);
  }
  const hint = suggested === undefined ? '' : ` [${suggested || 'none'}]`;
  let prompt = `${text}${hint}: `;
  for (;;)
    try {
      return read((await ask(prompt)) || (suggested ?? ''));
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      prompt = `${error.message}\n${text}${hint}: `;
    }
}

function zoneOfMachine(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function question<Value>(flags: string, text: string, read: (text: string) => Value): InitQuestion<Value> {
  return { flags, text, read };
}

/** @param rule its messages complete "It …" */
function by<Value>(rule: z.ZodType<Value>): (text: string) => Value {
  return (text) => {
    const { data, error } = rule.safeParse(text);
    if (data === undefined) throw new InvalidArgumentError(`It ${error?.issues[0]?.message ?? ''}.`);
    return data;
  };
}

function listOf<Value>(rule: z.ZodType<Value>): (text: string) => readonly Value[] {
  const read = by(rule);
  return (text) => [...new Set(text.split(',').map((each) => read(each.trim())))];
}

function optional<Value>(read: (text: string) => Value): (text: string) => Value | undefined {
  return (text) => (text === '' ? undefined : read(text));
}

function csvFile(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    throw new InvalidArgumentError('There is no such file.');
  return path;
}

/** The address is also the account's name. */
function email(text: string): string {
  const name = accountName(by(is.mailbox)(text));
  if (name === undefined)
    throw new InvalidArgumentError('It must have at most 64 letters, digits and . _ @ + -.');
  return name;
}
