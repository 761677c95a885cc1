import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../platform/make-folder.js';
import { type Config, ConfigError } from '../platform/settings/config.js';
import type { Database } from '../platform/database/database.js';
import { Refusal } from '../domain/errors.js';
import { addAccount, newPassword, setPassword } from '../staff/accounts/accounts.js';
import { findFirstLibrary } from './demo-library.store.js';

/** An account to try the console with. */
export interface DemoAccount {
  readonly name: string;
  readonly password: string;
}

const NAME = 'demo';

export function demoPasswordFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'console-password');
}

/**
 * The administrator of the demo library, added at the first start. The password is kept in the data folder, like the operator's token of a
 * local sandbox. A removed account is not made again; for a removed file, a new password is made.
 * @returns undefined if this is no sandbox, or there is no library
 */
export async function withDemoAccount(
  config: Pick<Config, 'dataDir' | 'sandbox'>,
  database: Database,
): Promise<DemoAccount | undefined> {
  const websiteId = config.sandbox ? await findFirstLibrary(database) : undefined;
  if (websiteId === undefined) return undefined;
  const file = demoPasswordFile(config);
  const password = newPassword();
  try {
    await makeFolder(config.dataDir);
    // If several processes start at once, one makes the file, and then the account.
    await writeFile(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
  } catch {
    return { name: NAME, password: await readPassword(file) };
  }
  await addOrReset(database, password, websiteId);
  return { name: NAME, password };
}

/**
 * The same, on request: the account is also added to a database that lacks it, when the password was made for another one, such as the
 * embedded one.
 */
export async function ensureDemoAccount(
  config: Pick<Config, 'dataDir' | 'sandbox'>,
  database: Database,
): Promise<DemoAccount | undefined> {
  const account = await withDemoAccount(config, database);
  const websiteId = await findFirstLibrary(database);
  if (account === undefined || websiteId === undefined) return undefined;
  try {
    await addAccount(database, { ...account, roles: ['admin'], websiteId });
  } catch (error) {
    // The account exists.
    if (!(error instanceof Refusal)) throw error;
  }
  return account;
}

async function readPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    throw new ConfigError([
      'DATA_DIR must be a folder that Holdfast can write to: a sandbox keeps a password there',
    ]);
  }
}

async function addOrReset(database: Database, password: string, websiteId: number): Promise<void> {
  try {
    await addAccount(database, { name: NAME, password, roles: ['admin'], websiteId });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await setPassword(database, NAME, password);
  }
}
