import { statement } from '../../../src/platform/database/statement.js';
import {
  addAccount,
  addApiToken,
  removeAccount,
  removeApiToken,
  setPassword,
  setRoles,
} from '../../../src/staff/accounts/accounts.js';
import type { Role } from '../../../src/staff/permissions/staff-principal.js';
import { ConsoleClient } from '../../support/console/console-client.js';
import { mustSucceed, PatronClient } from '../../support/client.js';
import { emptyLibrary, smallLibrary } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';
import { addMachine, PASSWORD } from '../../support/staff/staff-members.js';

let service: ServiceUnderTest;
let admin: PatronClient;
let otherAdmin: PatronClient;
beforeEach(async () => {
  service = await startService([...smallLibrary(1, [0]), ...emptyLibrary(38, { name: 'Other Library' })]);
  await addMachine(service, 'desk', ['desk']);
  admin = new PatronClient(service.url, await addMachine(service, 'admin', ['admin']));
  otherAdmin = new PatronClient(service.url, await addMachine(service, 'other-admin', ['admin'], 38));
});
afterEach(() => service.close());

async function actionsSeenBy(client: PatronClient): Promise<Readonly<Record<string, unknown>>[]> {
  const { body } = await mustSucceed(client.get('/operator/v1/actions'));
  return (body as { actions: Readonly<Record<string, unknown>>[] }).actions;
}

test('what becomes of accounts and tokens is in the log of each library that it concerns', async () => {
  const { database } = service;
  const roles: Role[] = ['desk'];
  await addAccount(database, { name: 'vera', password: 'a first long password', roles, websiteId: 37 });
  await setRoles(database, 'vera', 38, ['desk']);
  await setPassword(database, 'vera', 'a second long password');
  await setRoles(database, 'vera', null, ['admin']);
  await setRoles(database, 'vera', null, []);
  await removeAccount(database, 'vera');
  await addApiToken(database, { name: 'ils', roles, websiteId: null, expiresAt: null });
  await removeApiToken(database, 'ils');
  // Refused, they leave nothing.
  const again = { name: 'desk', roles, websiteId: 37, expiresAt: null };
  await expect(addApiToken(database, again)).rejects.toThrow('already');
  await expect(removeAccount(database, 'vera')).rejects.toThrow('no account');
  await expect(setRoles(database, 'vera', 37, [])).rejects.toThrow('no account');
  await expect(setPassword(database, 'desk', 'a third long password')).rejects.toThrow('no account');

  const told = async (client: PatronClient, ...names: string[]): Promise<unknown[]> =>
    (await actionsSeenBy(client))
      .filter(({ account }) => names.includes(account as string))
      .map(({ action, staff, account }) => [(staff as { kind: string }).kind, action, account])
      .toReversed();
  const entry = (action: string, account: string): string[] => ['installation', action, account];
  expect(await told(otherAdmin, 'vera', 'ils')).toEqual([
    entry('roles-changed', 'vera'),
    entry('password-changed', 'vera'),
    entry('roles-changed', 'vera'),
    entry('roles-changed', 'vera'),
    entry('account-removed', 'vera'),
    entry('token-added', 'ils'),
    entry('token-removed', 'ils'),
  ]);
  // The role of another library is no business of this one.
  const ofAdded = ['account-added', 'password-changed', 'roles-changed', 'roles-changed', 'account-removed'];
  expect(await told(admin, 'vera')).toEqual(ofAdded.map((action) => entry(action, 'vera')));
});

test('a password that somebody changes is in the log with who did it', async () => {
  const console = await ConsoleClient.signIn(service, 'vera', ['desk']);
  const password = 'seven brown herons';
  const form = { currentPassword: PASSWORD, newPassword: password, newPasswordAgain: password };
  await console.submit('/console/account', form);
  const changed = (await actionsSeenBy(admin)).filter(({ action }) => action === 'password-changed');
  expect(changed.map(({ staff, account }) => [(staff as { name: string }).name, account])).toEqual([
    ['vera', 'vera'],
  ]);
});

test('if an entry cannot be written, no account is added, changed or removed', async () => {
  const run = (text: string): Promise<unknown[]> => service.database.run(statement('', text));
  await run('ALTER TABLE staff_action RENAME TO staff_action_away');
  await expect(setRoles(service.database, 'desk', 38, ['admin'])).rejects.toThrow('staff_action');
  await expect(removeApiToken(service.database, 'desk')).rejects.toThrow('staff_action');
  await expect(addMachine(service, 'unseen', ['admin'])).rejects.toThrow('staff_action');
  const names = 'SELECT name FROM staff JOIN staff_role USING (staff_id) ORDER BY name';
  expect(await run(names)).toEqual([{ name: 'admin' }, { name: 'desk' }, { name: 'other-admin' }]);
});
