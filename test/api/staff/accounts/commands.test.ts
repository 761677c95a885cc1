import { OwnTokens } from '../../../../src/http/authorization/own-tokens.js';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { staffCommand } from '../../../../src/cli/commands/staff.command.js';
import { withDemoAccount } from '../../../../src/cli/demo-account.js';
import {
  addAccount,
  addApiToken,
  removeAccount,
  removeApiToken,
  setPassword,
  type WantedAccount,
} from '../../../../src/staff/accounts/accounts.js';
import { PatronClient } from '../../../support/client.js';
import { emptyLibrary, smallLibrary } from '../../../support/records.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';
import { tablesWith } from '../../../support/stored/stored-text.js';
import { addMember, Browser } from '../../../support/staff/staff-members.js';

/** A database of its own, because the commands list the accounts of all libraries. */
let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService([...smallLibrary(0, []), ...emptyLibrary(38, { name: 'Other Library' })]);
  process.env.DATABASE_URL = service.databaseUrl;
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.database.prisma.staff.deleteMany();
});
afterAll(async () => {
  delete process.env.DATABASE_URL;
  await service.close();
});

/** Runs `holdfast staff` in this process. @returns what it prints */
async function staff(command: string, input = ''): Promise<string> {
  const lines: string[] = [];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(`${line}\n`));
  jest.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as typeof process.stdin);
  await staffCommand().parseAsync(command.split(' '), { from: 'user' });
  return lines.join('');
}

async function canSignIn(name: string, password: string): Promise<boolean> {
  const browser = new Browser(service.url);
  await browser.signIn(name, password);
  return browser.isSignedIn();
}

const GIVEN = 'seven brown herons';

/** Where the first page leads whoever signs in. */
async function firstPage(name: string, password: string): Promise<string | null> {
  const browser = new Browser(service.url);
  await browser.signIn(name, password);
  return (await browser.get('/console')).headers.get('location');
}

test('an account is added, gets other roles, and is removed', async () => {
  await staff('add ada --role desk --library 37 --password-from-stdin', `${GIVEN}\n`);
  expect(await staff('list')).toBe('ada\tdesk in 37\tpassword\n');
  await staff('set-role ada --role admin,desk --library 38');
  await staff('set-role ada --role none --library 37');
  expect(await staff('list')).toBe('ada\tadmin in 38, desk in 38\tpassword\n');
  await staff('set-role ada --role viewer --library all');
  expect(await staff('list')).toBe('ada\tviewer in all, admin in 38, desk in 38\tpassword\n');
  expect(await staff('set-role ada --role none --library all')).toBe(
    'ada is now nothing in all libraries.\n',
  );
  await staff('remove ada');
  expect(await staff('list')).toBe('');
});

test('a generated password must be changed, one that was given need not, and a removed account has none', async () => {
  const added = await staff('add Ada --role desk --library 37 --generate-password');
  const made = /shown only now, to be changed at the first sign-in: (\S{24})\n/.exec(added)?.[1] ?? '';
  expect(await firstPage('ada', made)).toBe('/console/account');

  const changed = await staff('set-password ada --password-from-stdin', `${GIVEN}\n`);
  expect(changed).toBe('The password of ada is changed.\n');
  expect(await canSignIn('ada', made)).toBe(false);
  expect(await firstPage('ada', GIVEN)).toBe('/console/libraries/37');

  await staff('remove ada');
  expect(await canSignIn('ada', GIVEN)).toBe(false);
});

test('a token is added and shown once, lets a machine in, and ends when it is removed, or by itself', async () => {
  const token = (
    await staff('token add --name ils --role collections --library 37 --expires-in-days 30')
  ).trim();
  expect(token).toMatch(/^holdfast_[\w-]{54}$/);
  const statusOf = async (secret: string): Promise<number> =>
    (await new PatronClient(service.url, secret).get('/operator/v1/libraries/37/queues')).status;
  expect(await statusOf(token)).toBe(200);
  expect(await tablesWith(service.database, token)).toEqual([]);
  expect(await staff('token list')).toMatch(/^ils\tcollections in 37\texpires \d{4}-\d\d-\d\dT.*Z\n$/);
  const expiresAt = new Date(Date.now() - 1000);
  const ended = { name: 'ended', roles: ['admin'], websiteId: 37, expiresAt } as const;
  const { token: old } = await addApiToken(service.database, new OwnTokens(service.database), ended);
  expect(await statusOf(old)).toBe(401);
  await removeApiToken(service.database, 'ended');
  await staff('token remove ils');
  // There is no account and no token any more, and no operator's token: there are no such addresses.
  expect(await statusOf(token)).toBe(404);
});

test('sessions are ended, of one account or of all', async () => {
  const browsers = new Map<string, Browser>();
  for (const name of ['one', 'two', 'three']) {
    await addMember(service, name, ['desk']);
    const browser = new Browser(service.url);
    await browser.signIn(name);
    browsers.set(name, browser);
  }
  const signedIn = async (): Promise<string[]> => {
    const names: string[] = [];
    for (const [name, browser] of browsers) if (await browser.isSignedIn()) names.push(name);
    return names;
  };
  expect(await signedIn()).toEqual(['one', 'two', 'three']);
  expect(await staff('sign-out One')).toBe('Sessions that were ended: 1.\n');
  expect(await signedIn()).toEqual(['two', 'three']);
  expect(await staff('sign-out --all')).toBe('Sessions that were ended: 2.\n');
  expect(await signedIn()).toEqual([]);
});

test.each([
  ['sign-out nobody', 'There is no account with the name nobody.'],
  ['sign-out', 'Give the name of an account, or --all.'],
  ['sign-out ada --all', 'Give the name of an account, or --all.'],
  ['add eve --role owner --library 37 --generate-password', 'viewer, desk, collections, admin'],
  ['set-role nobody --role desk --library 37', 'There is no account with the name nobody.'],
])('staff %s is refused, and says why', async (command, reason) => {
  const told: string[] = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0);
  jest.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error(told.join(''));
  });
  await expect(staff(command)).rejects.toThrow(reason);
});

describe('an account is refused', () => {
  const BO: WantedAccount = { name: 'bo', password: 'twelve chars', roles: ['desk'], websiteId: 37 };

  test.each<[string, Partial<WantedAccount>, string]>([
    ['in a library that does not exist', { websiteId: 99 }, 'There is no library 99.'],
    ['with spaces in its name', { name: 'b o' }, 'name must be'],
    ['without a way to sign in', { password: undefined }, 'An account needs a password'],
    [
      'with its own name as a password',
      { name: 'nakamura', password: 'Nakamura 2026' },
      'names that others know',
    ],
  ])('%s', async (_, members, reason) => {
    await expect(addAccount(service.database, { ...BO, ...members })).rejects.toThrow(reason);
  });

  test('with a name that is taken, in whatever case, or that somebody else adds at the same moment', async () => {
    const attempts = ['twin', 'TWIN', 'twin'].map((name) => addAccount(service.database, { ...BO, name }));
    const outcomes = await Promise.allSettled(attempts);
    const problems = outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(problems).toHaveLength(2);
    for (const problem of problems) expect(problem).toContain('name is taken');
    await expect(addAccount(service.database, { ...BO, name: 'tWIN' })).rejects.toThrow('name is taken');
  });

  test('and so is an unknown one', async () => {
    const { database } = service;
    await expect(setPassword(database, 'nobody', 'twelve chars')).rejects.toThrow('There is no account');
    await expect(removeApiToken(database, 'bo')).rejects.toThrow('There is no API token with the name bo.');
  });
});

test('the demo account is added once, with a password that only its owner can read, and not for real libraries', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-demo-'));
  const demo = (sandbox = true): ReturnType<typeof withDemoAccount> =>
    withDemoAccount({ dataDir, sandbox }, service.database);
  try {
    expect(await demo(false)).toBeUndefined();
    const first = await demo();
    expect(await demo()).toEqual(first);
    const password = first?.password ?? '';
    const file = join(dataDir, 'console-password');
    expect([readFileSync(file, 'utf8').trim(), statSync(file).mode & 0o777]).toEqual([password, 0o600]);
    expect(await canSignIn('demo', password)).toBe(true);
    await removeAccount(service.database, 'demo');
    await demo();
    expect(await canSignIn('demo', password)).toBe(false);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
