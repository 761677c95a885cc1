import { Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../../platform/settings/config.js';
import type { Database } from '../../platform/database/database.js';
import { SecretSeal } from '../../platform/secret-seal.js';
import type { OutboundPolicy } from '../../platform/outbound/outbound-policy.js';
import {
  addLibrary,
  type ClientCredentials,
  OnboardingRefused,
} from '../../records/onboarding/onboarding.js';
import {
  type Onboarding,
  OnboardingProblems,
  readOnboarding,
} from '../../records/onboarding/onboarding-file.js';
import { listCounts } from '../../records/engine/rejection-messages.js';
import { mailbox } from '../../records/engine/schema-rules.js';
import { type SettingsRecord, settingsSchemas } from '../../records/kinds/settings/settings.schema.js';
import { SETTING_NAMES } from '../../records/kinds/settings/settings.table.js';
import { problemOfSettings } from '../../records/kinds/settings/settings.kind.js';
import { changeSettings, SettingsProblems } from '../../records/kinds/settings/settings-changes.js';
import type { LibraryRecord } from '../../records/kinds/library/library.schema.js';
import { findIls, findSettings, upsertSettings } from '../../records/kinds/settings/settings.store.js';
import { recordAction } from '../../staff/actions/action-log.js';
import { INSTALLATION } from '../../staff/permissions/staff-principal.js';
import { id } from '../argument-values.js';
import { CommandFailed } from '../command-failed.js';
import { withDatabase } from '../database-server.js';
import { firstLineOfInput, OR_STANDARD_INPUT, readInput } from '../input-file.js';
import { checkLibrary, type CheckedLibrary, firstRequest } from '../library-checklist.js';
import { asLines, type ChecklistPoint } from '../points.js';
import { findCategories } from '../../patrons/patron-category.store.js';
import { removeCommand } from './library-removal.js';
import { webhooksCommand } from './library-webhooks.js';
import {
  findFirstPatron,
  findLibraryRecord,
  findParts,
  type LibraryParts,
  listLibraries,
} from '../library.store.js';

export function libraryCommand(): Command {
  return new Command('library')
    .description('add or remove a library, and show or change what one sets for itself')
    .addCommand(addCommand())
    .addCommand(setCommand())
    .addCommand(checkCommand())
    .addCommand(showCommand())
    .addCommand(listCommand())
    .addCommand(removeCommand())
    .addCommand(webhooksCommand());
}

interface AddLibraryOptions {
  readonly dryRun: boolean;
  readonly sendTestMail?: string;
}

interface CheckLibraryOptions {
  readonly sendTestMail?: string;
  readonly card?: string;
  readonly pinFromStdin?: true;
}

function addCommand(): Command {
  return new Command('add')
    .description(
      'add a library from a JSON file (see examples/library.json), and print what remains to be done',
    )
    .argument(
      '<file>',
      `the library, its collections, categories, settings and clients, ${OR_STANDARD_INPUT}`,
    )
    .option('--dry-run', 'check everything, and add nothing', false)
    .option('--send-test-mail <address>', "send a mail with the library's sender to this address", mailboxIn)
    .action(async (file: string, options: AddLibraryOptions) => {
      const config = readConfig();
      const seal = new SecretSeal(config);
      const onboarding = await onboardingIn(file);
      const clients = await withDatabase(config, async (database) => {
        await requireAllowed(onboarding.settings, database, config.outbound);
        return addLibrary(database, onboarding, { seal, isDryRun: options.dryRun }).catch(explain);
      });
      printAdded(onboarding, clients, options.dryRun);
      const added = asChecked(onboarding);
      const points = await checkLibrary(config, added, options);
      printPoints([...points, firstRequest(config, added)]);
      // Nothing was added yet, so the failure can still be prevented.
      if (options.dryRun && points.some(({ state }) => state === 'failed')) process.exitCode = 1;
    });
}

const MAX_FILE_BYTES = 1_048_576;

async function onboardingIn(file: string): Promise<Onboarding> {
  const text = await readInput(file, MAX_FILE_BYTES);
  try {
    return readOnboarding(text);
  } catch (error) {
    return explain(error);
  }
}

/** @throws CommandFailed for an address that the service must not call, and for tokens of another library */
async function requireAllowed(
  settings: SettingsRecord,
  database: Database,
  outbound: OutboundPolicy,
): Promise<void> {
  const problem = await problemOfSettings(settings, database, outbound);
  if (problem !== undefined) throw new CommandFailed(`${problem.name} ${problem.problem}`);
}

function explain(error: unknown): never {
  if (
    error instanceof OnboardingProblems ||
    error instanceof OnboardingRefused ||
    error instanceof SettingsProblems
  )
    throw new CommandFailed(error.message, { cause: error });
  throw error;
}

function asChecked({ library, settings, categories, clientIds }: Onboarding): CheckedLibrary {
  return {
    ...{ ...library, settings, ils: settings.signIn },
    categories: categories.map(({ category }) => category),
    parts: { titles: 0, sharedTitles: 0, patrons: 0, patronsWithoutPin: 0, clients: clientIds },
  };
}

function printAdded(
  { library, collections, categories }: Onboarding,
  clients: readonly ClientCredentials[],
  isDryRun: boolean,
): void {
  const counts = listCounts(
    [collections.length, 'collection'],
    [categories.length, 'category', 'categories'],
    [clients.length, 'client'],
  );
  const name = `Library ${library.websiteId} ${JSON.stringify(library.name)}`;
  console.log(
    isDryRun ? `${name} can be added. Nothing was changed.` : `${name} was added${counts && `: ${counts}`}.`,
  );
  if (isDryRun || clients.length === 0) return;
  console.log('\nThe secrets of its clients, shown only now:');
  for (const { clientId, secret } of clients) console.log(`  ${clientId}  ${secret}`);
}

function printPoints(points: readonly ChecklistPoint[]): void {
  console.log(['', 'What remains ([x] done, [ ] to do, [!] failed):', ...asLines(points)].join('\n'));
}

function setCommand(): Command {
  return new Command('set')
    .description("change a library's own settings; every process uses them within 10 seconds")
    .argument('<websiteId>', "the library's number", id)
    .argument(
      '<changes...>',
      `NAME=VALUE, NAME=- for the first line of standard input, or NAME= for the service's own; names: ${SETTING_NAMES.join(', ')}`,
    )
    .action(async (websiteId: number, changes: string[]) => {
      const config = readConfig();
      const typed = await withInput(changes);
      const changed = await withDatabase(config, async (database) => {
        const { settings } = await requireLibrary(database, websiteId);
        try {
          const next = changeSettings(settings, typed);
          await requireAllowed(next, database, config.outbound);
          await upsertSettings(database, next, new SecretSeal(config), (transaction) =>
            recordAction(transaction, { staff: INSTALLATION, action: 'settings-changed', websiteId }),
          );
          return await requireLibrary(database, websiteId);
        } catch (error) {
          return explain(error);
        }
      });
      printJson(changed.settings);
    });
}

/** Reads a password from standard input: other users of the machine can read arguments. */
async function withInput(changes: readonly string[]): Promise<string[]> {
  const isFromInput = (change: string): boolean => change.endsWith('=-');
  if (!changes.some(isFromInput)) return [...changes];
  const line = await firstLineOfInput();
  return changes.map((change) => (isFromInput(change) ? change.slice(0, -1) + line : change));
}

function checkCommand(): Command {
  return new Command('check')
    .description(
      'print what a library still needs; asks its identity provider for its keys, and its own system',
    )
    .argument('<websiteId>', "the library's number", id)
    .option('--send-test-mail <address>', "send a mail with the library's sender to this address", mailboxIn)
    .option('--card <number>', "ask the library's own system about this card, and print what it says")
    .option('--pin-from-stdin', 'check its PIN, the first line of standard input')
    .action(async (websiteId: number, { sendTestMail, card, pinFromStdin }: CheckLibraryOptions) => {
      const pin = pinFromStdin ? await firstLineOfInput() : null;
      const config = readConfig();
      const library = await withDatabase(config, (database) => requireLibrary(database, websiteId));
      const points = await checkLibrary(config, library, {
        sendTestMail,
        card: card === undefined ? undefined : { cardNumber: card, pin },
      });
      console.log(asLines([...points, firstRequest(config, library)]).join('\n'));
      if (points.some(({ state }) => state === 'failed')) process.exitCode = 1;
    });
}

function showCommand(): Command {
  return new Command('show')
    .description('print a library, its settings and what it has, as JSON without secrets')
    .argument('<websiteId>', "the library's number", id)
    .action(async (websiteId: number) => {
      const { settings, parts, library } = await withDatabase(readConfig(), (database) =>
        requireLibrary(database, websiteId),
      );
      printJson({ library, settings, has: parts });
    });
}

function listCommand(): Command {
  return new Command('list').description('print all libraries').action(async () => {
    const libraries = await withDatabase(readConfig(), listLibraries);
    for (const { websiteId, name, patrons } of libraries)
      console.log(`${websiteId}\t${name}\t${listCounts([patrons, 'patron']) || 'no patrons'}`);
  });
}

export async function requireLibrary(
  database: Database,
  websiteId: number,
): Promise<CheckedLibrary & { readonly parts: LibraryParts; readonly library: LibraryRecord }> {
  const library = await findLibraryRecord(database, websiteId);
  if (library === undefined) throw new CommandFailed(`There is no library ${websiteId}.`);
  const settings = (await findSettings(database, websiteId)) ?? settingsSchemas.whole.parse({ websiteId });
  const ils = (await findIls(database, websiteId)) ?? null;
  const categories = await findCategories(database, websiteId);
  const [parts, firstPatron] = await Promise.all([
    findParts(database, websiteId),
    findFirstPatron(database, websiteId),
  ]);
  return { ...library, library, settings, ils, categories, parts, firstPatron };
}

function printJson(value: object): void {
  console.log(JSON.stringify(value, null, 2));
}

function mailboxIn(text: string): string {
  if (!mailbox.safeParse(text).success) throw new InvalidArgumentError('It must be one e-mail address.');
  return text;
}
