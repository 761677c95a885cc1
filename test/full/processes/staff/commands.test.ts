import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDemoAccount } from '../../../../src/cli/demo-account.js';
import { statement } from '../../../../src/platform/database/statement.js';
import {
  addAccount,
  addApiToken,
  removeAccount,
  removeApiToken,
  setPassword,
  type WantedAccount,
} from '../../../../src/staff/accounts/accounts.js';
import { PatronClient } from '../../../support/client.js';
import { collectOutput, type CommandResult, runHoldfast, spawnHoldfast } from '../../support/processes.js';
import { emptyLibrary, smallLibrary } from '../../../support/records.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';
import { tablesWith } from '../../../support/stored/stored-text.js';
import { Browser } from '../../../support/staff/staff-members.js';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService([...smallLibrary(1, [1]), ...emptyLibrary(38, { name: 'Other Library' })]);
});
afterEach(() => service.database.run(DELETE_ACCOUNTS));
afterAll(() => service.close());

const DELETE_ACCOUNTS = statement('test-delete-accounts', 'DELETE FROM staff');

const staff = (...args: string[]): Promise<CommandResult> =>
  runHoldfast(['staff', ...args], { DATABASE_URL: service.databaseUrl });

/** Runs a command that reads its standard input. */
async function staffWithInput(input: string, ...args: string[]): Promise<CommandResult> {
  const settings = { DATABASE_URL: service.databaseUrl };
  const child = spawnHoldfast(['staff', ...args], settings, undefined, 'pipe');
  const [out, err] = [collectOutput(child.stdout), collectOutput(child.stderr)];
  child.stdin?.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out: out(), err: err() };
}

async function canSignIn(name: string, password: string): Promise<boolean> {
  const browser = new Browser(service.url);
  await browser.signIn(name, password);
  return browser.isSignedIn();
}

test('an account or token may have roles in all libraries', async () => {
  expect((await staff('add', 'all', '--role', 'desk', '--library', 'all', '--generate-password')).code).toBe(
    0,
  );
  expect((await staff('set-role', 'all', '--role', 'admin', '--library', '37')).code).toBe(0);
  expect((await staff('list')).out).toBe('all\tdesk in all, admin in 37\tpassword\n');
  const changed = await staff('set-role', 'all', '--role', 'none', '--library', 'all');
  expect(changed.out).toBe('all is now nothing in all libraries.\n');
  expect((await staff('list')).out).toBe('all\tadmin in 37\tpassword\n');
  expect((await staff('remove', 'all')).code).toBe(0);
});

test('an account is added, gets other roles and a new password, and is removed', async () => {
  const added = await staff('add', 'Ada', '--role', 'desk', '--library', '37', '--generate-password');
  const password =
    /shown only now, to be changed at the first sign-in: (\S{24})\n/.exec(added.out)?.[1] ?? '';
  expect(await canSignIn('ada', password)).toBe(true);
  expect((await staff('list')).out).toBe('ada\tdesk in 37\tpassword\n');

  expect((await staff('set-role', 'ada', '--role', 'admin,desk', '--library', '38')).code).toBe(0);
  expect((await staff('set-role', 'ada', '--role', 'none', '--library', '37')).code).toBe(0);
  expect((await staff('list')).out).toBe('ada\tadmin in 38, desk in 38\tpassword\n');

  const changed = await staffWithInput(
    'a new long password\n',
    'set-password',
    'ada',
    '--password-from-stdin',
  );
  expect([changed.code, changed.out]).toEqual([0, 'The password of ada is changed.\n']);
  expect(await canSignIn('ada', password)).toBe(false);
  expect(await canSignIn('ada', 'a new long password')).toBe(true);

  expect((await staff('remove', 'ada')).code).toBe(0);
  expect((await staff('list')).out).toBe('');
  expect(await canSignIn('ada', 'a new long password')).toBe(false);
});

test('a token is added and shown once, lets a machine in, and ends when it is removed', async () => {
  const options = ['--name', 'ils', '--role', 'collections', '--library', '37', '--expires-in-days', '30'];
  const token = (await staff('token', 'add', ...options)).out.trim();
  expect(token).toMatch(/^holdfast_[\w-]{43}$/);
  const machine = new PatronClient(service.url, token);
  const status = async (): Promise<number> => (await machine.get('/operator/v1/libraries/37/queues')).status;
  expect(await status()).toBe(200);
  expect(await tablesWith(service.database, token)).toEqual([]);
  const { out } = await staff('token', 'list');
  expect(out).toMatch(/^ils\tcollections in 37\texpires \d{4}-\d\d-\d\dT.*Z\n$/);

  const ended = {
    name: 'ended',
    roles: ['admin'],
    websiteId: 37,
    expiresAt: new Date(Date.now() - 1000),
  } as const;
  const late = new PatronClient(service.url, await addApiToken(service.database, ended));
  expect((await late.get('/operator/v1/libraries/37/queues')).status).toBe(401);
  await removeApiToken(service.database, 'ended');

  expect((await staff('token', 'remove', 'ils')).code).toBe(0);
  // There is no account and no token any more, and no operator's token: there are no such addresses.
  expect(await status()).toBe(404);
});

test('a password that was made for somebody must be changed, one that was given need not', async () => {
  const firstPage = async (password: string): Promise<string | null> => {
    const browser = new Browser(service.url);
    await browser.signIn('temp', password);
    return (await browser.get('/console')).headers.get('location');
  };
  const role = ['--role', 'desk', '--library', '37'];
  const { out } = await staff('add', 'temp', ...role, '--generate-password');
  const made = / (\S{24})\n/.exec(out)?.[1] ?? '';
  expect(await firstPage(made)).toBe('/console/account');
  const given = 'seven brown herons';
  await staffWithInput(`${given}\n`, 'set-password', 'temp', '--password-from-stdin');
  expect(await firstPage(given)).toBe('/console/libraries/37');
});

test('sessions are ended, of one account or of all', async () => {
  const password = 'seven brown herons';
  const browsers = new Map<string, Browser>();
  for (const name of ['one', 'two', 'three']) {
    await addAccount(service.database, { name, password, roles: ['desk'], websiteId: 37 });
    const browser = new Browser(service.url);
    await browser.signIn(name, password);
    browsers.set(name, browser);
  }
  const signedIn = async (): Promise<string[]> => {
    const names: string[] = [];
    for (const [name, browser] of browsers) if (await browser.isSignedIn()) names.push(name);
    return names;
  };
  expect(await signedIn()).toEqual(['one', 'two', 'three']);
  expect((await staff('sign-out', 'One')).out).toBe('Sessions that were ended: 1.\n');
  expect(await signedIn()).toEqual(['two', 'three']);
  expect((await staff('sign-out', '--all')).out).toBe('Sessions that were ended: 2.\n');
  expect(await signedIn()).toEqual([]);
});

test.each([
  [['sign-out', 'nobody'], 'There is no account with the name nobody.'],
  [['sign-out'], 'Give the name of an account, or --all.'],
  [['sign-out', 'ada', '--all'], 'Give the name of an account, or --all.'],
  [
    ['add', 'eve', '--role', 'owner', '--library', '37', '--generate-password'],
    'viewer, desk, collections, admin',
  ],
  [['set-role', 'nobody', '--role', 'desk', '--library', '37'], 'There is no account with the name nobody.'],
])('%j is refused, and says why', async (args, reason) => {
  const { code, err } = await staff(...args);
  expect([code, err]).toEqual([1, expect.stringContaining(reason)]);
});

describe('an account is refused', () => {
  const BO: WantedAccount = { name: 'bo', password: 'twelve chars', roles: ['desk'], websiteId: 37 };

  test.each<[string, Partial<WantedAccount>, string]>([
    ['in a library that does not exist', { websiteId: 99 }, 'There is no library 99.'],
    ['with spaces in its name', { name: 'b o' }, 'A name must have'],
    ['without a way to sign in', { password: undefined }, 'An account needs a password'],
    ['with a short password', { password: 'eleven char' }, '12 to 1000 characters'],
    ['with a common password', { password: 'Qwerty-123456' }, 'list of common passwords'],
    [
      'with its own name as a password',
      { name: 'bo.nakamura', password: 'Nakamura 2026' },
      'names that others know',
    ],
  ])('%s', async (_, members, reason) => {
    await expect(addAccount(service.database, { ...BO, ...members })).rejects.toThrow(reason);
  });

  test('with a name that is taken, in whatever case', async () => {
    await addAccount(service.database, BO);
    await expect(addAccount(service.database, { ...BO, name: 'BO' })).rejects.toThrow('There is an account');
  });

  test('with a name that somebody else adds at the same moment', async () => {
    const attempts = Array.from({ length: 6 }, () => addAccount(service.database, { ...BO, name: 'twin' }));
    const outcomes = await Promise.allSettled(attempts);
    const problems = outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(problems).toHaveLength(5);
    for (const problem of problems) expect(problem).toContain('There is an account');
  });

  test('and so is an unknown one', async () => {
    const { database } = service;
    await expect(setPassword(database, 'nobody', 'twelve chars')).rejects.toThrow('There is no account');
    await expect(removeApiToken(database, 'bo')).rejects.toThrow('There is no API token with the name bo.');
  });
});

describe('the demo account', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'holdfast-demo-'));
  });
  afterEach(() => {
    rmSync(dataDir, { recursive: true });
  });
  const demo = (sandbox = true): ReturnType<typeof withDemoAccount> =>
    withDemoAccount({ dataDir, sandbox }, service.database);

  test('is added once, with a password that only its owner can read', async () => {
    const first = await demo();
    expect(await demo()).toEqual(first);
    const file = join(dataDir, 'console-password');
    expect([readFileSync(file, 'utf8').trim(), statSync(file).mode & 0o777]).toEqual([
      first?.password,
      0o600,
    ]);
    expect(await canSignIn('demo', first?.password ?? '')).toBe(true);
    await removeAccount(service.database, 'demo');
    await demo();
    expect(await canSignIn('demo', first?.password ?? '')).toBe(false);
  });

  test('is not for real libraries', async () => {
    expect(await demo(false)).toBeUndefined();
  });
});
