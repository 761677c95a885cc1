import { RECORD_KINDS } from '../../../src/records/engine/record-kind.js';
import { setRoles } from '../../../src/staff/accounts/accounts.js';
import { RECORD_ROLES } from '../../../src/staff/permissions/permissions.js';
import type { Role } from '../../../src/staff/permissions/staff-principal.js';
import { PatronClient } from '../../support/client.js';
import {
  category,
  collection,
  copies,
  emptyLibrary,
  hold,
  library,
  patron,
  reserveIdOf,
  smallLibrary,
  type TestRecord,
  title,
  toLines,
} from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';
import { addMachine } from '../../support/staff/staff-members.js';

/** Each kind of record, of library 37, with the roles that may apply it, written by hand. */
const RECORDS: readonly (readonly [record: TestRecord, roles: readonly Role[]])[] = [
  [library({ name: 'New Name' }), ['admin']],
  [{ record: 'settings', websiteId: 37, rates: { perLibrary: 1000 } }, ['admin']],
  [category('child', ['main']), ['admin']],
  [hold(2), ['admin']],
  [collection('extra'), ['collections', 'admin']],
  [copies(1, 5), ['collections', 'admin']],
  [patron(7), ['desk', 'admin']],
  [{ record: 'patron', websiteId: 37, patronId: 3, delete: true }, ['admin']],
  [title(9), []],
  [{ record: 'token', token: 'a-token-of-a-patron', patronId: 1 }, []],
  [{ record: 'client', clientId: 'app', secret: 'a-secret-that-is-long', websiteIds: [37] }, []],
  [
    { record: 'withdrawal', websiteId: 37, reserveId: reserveIdOf(2), reason: 'lost' },
    ['collections', 'admin'],
  ],
];

let service: ServiceUnderTest;
const clients = new Map<string, PatronClient>();
beforeAll(async () => {
  service = await startService([...smallLibrary(4, [1, 1]), ...emptyLibrary(38, { name: 'Other Library' })], {
    OPERATOR_TOKEN,
  });
  const add = async (name: string, role: Role, websiteId: number): Promise<void> =>
    void clients.set(name, new PatronClient(service.url, await addMachine(service, name, [role], websiteId)));
  for (const role of ['desk', 'collections', 'admin'] as const) await add(role, role, 37);
  await add('admin38', 'admin', 38);
  clients.set('operator', new PatronClient(service.url, OPERATOR_TOKEN));
});
afterAll(() => service.close());

async function rejectionsOf(name: string, record: TestRecord): Promise<string[]> {
  const { body } = await clients.get(name)!.send('POST', '/operator/v1/records', {
    headers: { 'content-type': 'application/x-ndjson' },
    body: toLines(record),
  });
  return (body as { errors: { message: string }[] }).errors.map(({ message }) => message);
}

describe.each(RECORDS)('%j', (record, roles) => {
  test.each(['desk', 'collections', 'admin'] as const)(
    'is applied for %s if the role permits it',
    async (name) => {
      const place = 'websiteId' in record ? ' of library 37' : '';
      const deed = 'delete' in record ? 'delete' : 'change';
      const refused = [`your role does not permit you to ${deed} a ${record.record}${place}`];
      expect(await rejectionsOf(name, record)).toEqual(roles.includes(name) ? [] : refused);
    },
  );

  test('is rejected for another library’s administrator, and applied for the operator', async () => {
    expect((await rejectionsOf('admin38', record)).join()).toMatch(/^your role does not permit/);
    expect(await rejectionsOf('operator', record)).toEqual([]);
  });
});

test('a role in another library permits nothing in this one', async () => {
  const token = await addMachine(service, 'machine-desk37-admin38', ['desk']);
  await setRoles(service.database, 'machine-desk37-admin38', 38, ['admin']);
  clients.set('both', new PatronClient(service.url, token));
  expect(await rejectionsOf('both', patron(7))).toEqual([]);
  for (const [record, roles] of RECORDS)
    if (!roles.includes('desk'))
      expect((await rejectionsOf('both', record)).join()).toMatch(/^your role does not permit/);
});

test('an administrator cannot make a library', async () => {
  expect((await rejectionsOf('admin', library({ websiteId: 39 }))).join()).toMatch(/^your role does not/);
});

test('what is rejected changes nothing', async () => {
  await rejectionsOf('desk', { record: 'patron', websiteId: 37, patronId: 4, delete: true });
  expect((await clients.get('desk')!.get('/operator/v1/patrons/4/export')).status).toBe(200);
});

test('every kind of record is in the table', () => {
  // Kinds that the table knows in advance harm nobody.
  expect(RECORD_KINDS.filter((kind) => !(kind in RECORD_ROLES))).toEqual([]);
  const tested = new Set(RECORDS.map(([{ record }]) => record));
  expect(RECORD_KINDS.filter((kind) => !tested.has(kind))).toEqual([]);
});

test('a role in all libraries lets patrons of each be imported', async () => {
  const token = await addMachine(service, 'everywhere', ['desk'], null);
  clients.set('everywhere', new PatronClient(service.url, token));
  expect(await rejectionsOf('everywhere', patron(701))).toEqual([]);
  expect(await rejectionsOf('everywhere', patron(9701, { websiteId: 38 }))).toEqual([]);
});
