import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Database } from '../../platform/database/database.js';
import type { SecretSeal } from '../../platform/secret-seal.js';
import {
  addClient,
  addLibrary,
  type ClientCredentials,
  OnboardingRefused,
} from '../../records/onboarding/onboarding.js';
import { type Onboarding, onboardingOf } from '../../records/onboarding/onboarding-file.js';
import { findCodes } from '../../records/naming/codes.store.js';
import { findSettings } from '../../records/kinds/settings/settings.store.js';
import { addAccount, newPassword, setRoles } from '../../staff/accounts/accounts.js';
import { listStaff } from '../../staff/sign-in/accounts.store.js';
import { commandLine } from '../called-as.js';
import { CommandFailed } from '../command-failed.js';
import { findLibraryRecord, findParts, listLibraries } from '../library.store.js';
import type { Answers, Known } from './answers.js';

/** The result for a part of the library. Only missing parts are added. */
export interface Part {
  readonly isChanged: boolean;
  /** For the person at the terminal: the lines may have a secret. */
  readonly lines: readonly string[];
}

/** The number of the library of this name, or else the one after the highest. */
export async function numberFor(database: Database, name: string): Promise<number> {
  const libraries = await listLibraries(database);
  const known = libraries.find((library) => library.name === name);
  return known?.websiteId ?? (libraries.at(-1)?.websiteId ?? 0) + 1;
}

/**
 * Adds the library and its client.
 * @throws CommandFailed
 */
export async function addMissingLibrary(
  database: Database,
  seal: SecretSeal,
  answers: Answers,
): Promise<{ readonly library: Part; readonly client: Part }> {
  const known = await findLibraryRecord(database, answers.library);
  if (known === undefined) return addWithClient(database, seal, answers);
  if (known.name !== answers.name)
    throw new CommandFailed(
      `Library ${answers.library} is there already, with another name: ${JSON.stringify(known.name)}. Nothing was changed.`,
    );
  return {
    library: await differences(database, answers),
    client: await addMissingClient(database, answers),
  };
}

async function addWithClient(
  database: Database,
  seal: SecretSeal,
  answers: Answers,
): Promise<{ readonly library: Part; readonly client: Part }> {
  const client = await withSecret(answers, async () => {
    const [credentials] = await addLibrary(database, onboardingFor(answers), { seal, isDryRun: false });
    return credentials;
  });
  return { library: { isChanged: true, lines: [`Library ${nameOf(answers)} was added.`] }, client };
}

function onboardingFor(answers: Answers): Onboarding {
  const { collections, timeZone, languages } = answers;
  return onboardingOf({
    library: { websiteId: answers.library, name: answers.name },
    collections: collections.map((collectionId) => ({ collectionId, name: collectionId })),
    categories: answers.categories.map((category) => ({ category, collections })),
    settings: { notices: { timeZone, languages } },
    clients: [{ clientId: answers.client }],
  });
}

const nameOf = ({ library, name }: Answers): string => `${library} ${JSON.stringify(name)}`;

/** Staff may have changed the first answers since. */
export async function knownOf(database: Database, library: number): Promise<Known> {
  const { timeZone, languages } = (await findSettings(database, library))?.notices ?? {};
  const { collections, categories } = await findCodes(database, library);
  return {
    ...(timeZone != null && { timeZone }),
    ...(languages !== undefined && { languages }),
    ...(collections.length > 0 && { collections }),
    ...(categories.length > 0 && { categories }),
  };
}

async function differences(database: Database, answers: Answers): Promise<Part> {
  const { library, timeZone, languages, collections, categories } = answers;
  const known = await knownOf(database, library);
  const changes = [
    ...(known.timeZone === timeZone ? [] : [`notices.timeZone=${timeZone}`]),
    ...(known.languages?.join() === languages.join() ? [] : [`notices.languages=${languages.join()}`]),
  ];
  const ofLibrary = { websiteId: library };
  const records = [
    ...collections
      .filter((each) => known.collections?.includes(each) !== true)
      .map((each) => ({ record: 'collection', ...ofLibrary, collectionId: each, name: each })),
    ...categories
      .filter((each) => known.categories?.includes(each) !== true)
      .map((each) => ({ record: 'category', ...ofLibrary, category: each, collections })),
  ];
  const lines = [`Library ${nameOf(answers)} is there already, and stays as it is.`];
  if (changes.length > 0)
    lines.push(
      `To change what it sets otherwise: ${commandLine(`library set ${library} ${changes.join(' ')}`)}`,
    );
  if (records.length > 0)
    lines.push(
      `To add what it does not have: ${commandLine('import -')} <<'END'`,
      ...records.map((each) => JSON.stringify(each)),
      'END',
    );
  return { isChanged: false, lines };
}

async function addMissingClient(database: Database, answers: Answers): Promise<Part> {
  const { library, client } = answers;
  const { clients } = await findParts(database, library);
  return clients.includes(client)
    ? { isChanged: false, lines: [`Its client ${client} is there already.`] }
    : withSecret(answers, () => addClient(database, client, library));
}

/** Nobody else may read the file. It exists before the client does, as the secret is known only now. */
async function withSecret(
  { client, secretFile }: Answers,
  add: () => Promise<ClientCredentials | undefined>,
): Promise<Part> {
  const file = secretFile === undefined ? undefined : await newFile(secretFile);
  try {
    const secret = (await add())?.secret ?? '';
    // Without a line break, which curl would send too.
    await file?.writeFile(secret);
    const place = secretFile === undefined ? `, shown only now: ${secret}` : ` is in ${secretFile}`;
    return { isChanged: true, lines: [`Its client ${client} was added. The client's secret${place}`] };
  } catch (error) {
    if (secretFile !== undefined) await rm(secretFile);
    throw error instanceof OnboardingRefused ? new CommandFailed(error.message) : error;
  } finally {
    await file?.close();
  }
}

async function newFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch {
    throw new CommandFailed(`Cannot write a new file ${path}.`);
  }
}

/**
 * Adds the administrator's account, which may already belong to another library.
 * @throws Refusal
 */
export async function addMissingAccount(database: Database, { library, staff }: Answers): Promise<Part> {
  if (staff === undefined) return { isChanged: false, lines: [] };
  const known = (await listStaff(database, false)).find(({ name }) => name === staff);
  if (known === undefined) {
    const password = newPassword();
    const account = { name: staff, email: staff, password, isTemporary: true };
    await addAccount(database, { ...account, websiteId: library, roles: ['admin'] });
    const sentence = 'The password, shown only now, to be changed at the first sign-in';
    return { isChanged: true, lines: [`The account ${staff} was added. ${sentence}: ${password}`] };
  }
  if (known.roles.some(({ websiteId }) => websiteId === null || websiteId === library))
    return { isChanged: false, lines: [`The account ${staff} is there already.`] };
  await setRoles(database, staff, library, ['admin']);
  return { isChanged: true, lines: [`The account ${staff} is now admin in library ${library}.`] };
}
