import { RECORD_KINDS } from '../../../../src/records/engine/record-kind.js';
import { setRoles } from '../../../../src/staff/accounts/accounts.js';
import { librariesNamed, patronNamed } from '../../../../src/staff/permissions/named-libraries.js';
import type { Role } from '../../../../src/staff/permissions/staff-principal.js';
import { PatronClient } from '../../../support/client.js';
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
} from '../../../support/records.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';
import { addMachine } from '../../../support/staff/staff-members.js';

/** Which libraries a request and a record are about, and whose role permits the record. */

const withdrawal = { record: 'withdrawal', websiteId: 37, reserveId: reserveIdOf(2), reason: 'lost' };

const inAWeek = (): string => new Date(Date.now() + 7 * 24 * 60 * 60 * 1_000).toISOString();

/** Each kind of record, of library 37, with the roles that may apply it, written by hand. */
const RECORDS: readonly (readonly [record: TestRecord, roles: readonly Role[]])[] = [
  [library({ name: 'New Name' }), ['admin']],
  [{ record: 'settings', websiteId: 37, rates: { perLibrary: 1000 } }, ['admin']],
  [
    {
      ...{ record: 'calendar', websiteId: 37, entryId: 'new-year' },
      ...{ kind: 'closed', name: 'New Year', from: '2027-01-01', repeats: 'yearly' },
    },
    ['admin'],
  ],
  [category('child', ['main']), ['admin']],
  [hold(2), ['admin']],
  [
    { record: 'checkout', websiteId: 37, patronId: 4, reserveId: reserveIdOf(2), expires: inAWeek() },
    ['admin'],
  ],
  [collection('extra'), ['collections', 'admin']],
  [copies(1, 5), ['collections', 'admin']],
  [
    {
      ...{ record: 'licence', websiteId: 37, collectionId: 'main' },
      licenceId: 'year',
      reserveId: reserveIdOf(1),
    },
    ['collections', 'admin'],
  ],
  [patron(7), ['desk', 'admin']],
  [{ record: 'patron', websiteId: 37, patronId: 3, delete: true }, ['admin']],
  [title(9), []],
  [{ record: 'token', token: 'a-token-of-a-patron-that-is-long-enough', patronId: 1 }, []],
  [{ record: 'client', clientId: 'app', secret: 'a-secret-that-is-long', websiteIds: [37] }, []],
  [withdrawal, ['collections', 'admin']],
];

let service: ServiceUnderTest;
const clients = new Map<string, PatronClient>();
async function addClient(name: string, role: Role, websiteId: number | null = 37): Promise<void> {
  clients.set(name, new PatronClient(service.url, await addMachine(service, name, [role], websiteId)));
}
beforeAll(async () => {
  const other = [...emptyLibrary(38, { name: 'Other Library' }), patron(9001, { websiteId: 38 })];
  service = await startService([...smallLibrary(4, [1, 1]), ...other], { OPERATOR_TOKEN });
  for (const role of ['desk', 'collections', 'admin'] as const) await addClient(role, role);
  await addClient('admin38', 'admin', 38);
  await addClient('everywhere', 'desk', null);
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

test('every kind of record is tried', () => {
  const tested = new Set(RECORDS.map(([{ record }]) => record));
  expect(RECORD_KINDS.filter((kind) => !tested.has(kind))).toEqual([]);
});

test.each(RECORDS)(
  '%j is applied for the operator and for the roles %j in its library',
  async (record, roles) => {
    const place = 'websiteId' in record ? ' of library 37' : '';
    const deed = 'delete' in record ? 'delete' : 'change';
    const refused = [
      expect.stringContaining(`your role does not permit you to ${deed} a ${record.record}${place}`),
    ];
    for (const role of ['desk', 'collections', 'admin'] as const)
      expect([role, await rejectionsOf(role, record)]).toEqual([role, roles.includes(role) ? [] : refused]);
    expect((await rejectionsOf('admin38', record)).join()).toMatch(/^your role does not permit/);
    expect(await rejectionsOf('operator', record)).toEqual([]);
  },
);

test('a role in another library permits nothing in this one', async () => {
  await addClient('both', 'desk');
  await setRoles(service.database, 'both', 38, ['admin']);
  expect(await rejectionsOf('both', patron(7))).toEqual([]);
  for (const [record, roles] of RECORDS)
    if (!roles.includes('desk'))
      expect((await rejectionsOf('both', record)).join()).toMatch(/^your role does not permit/);
});

test.each([
  ['of its own source', { source: 'library-37', externalId: '1' }, true],
  ['of another source', { source: 'library-38', externalId: '1' }, false],
  [
    'that it gives a number that may be any title’s',
    { source: 'library-37', externalId: '1', crossRefId: 9 },
    false,
  ],
  ['that its ISBN alone names', { source: 'library-37', externalId: null, isbn: '978-0-14-143947-1' }, false],
])('an administrator may import titles %s: %j', async (_, members, isPermitted) => {
  const record = { record: 'title', title: 'A', formatClass: 'eBook', formats: [], ...members };
  for (const name of ['desk', 'collections', 'admin38', 'admin']) {
    const isRefused = (await rejectionsOf(name, record)).join().startsWith('your role does not permit');
    expect([name, isRefused]).toEqual([
      name,
      !(isPermitted && name === 'admin') && !(name === 'admin38' && members.source === 'library-38'),
    ]);
  }
});

test('a role in all libraries lets patrons of each be imported', async () => {
  expect(await rejectionsOf('everywhere', patron(701))).toEqual([]);
  expect(await rejectionsOf('everywhere', patron(9701, { websiteId: 38 }))).toEqual([]);
});

test('an administrator cannot make a library, and what is rejected changes nothing', async () => {
  expect((await rejectionsOf('admin', library({ websiteId: 39 }))).join()).toMatch(/^your role does not/);
  await rejectionsOf('desk', { record: 'patron', websiteId: 37, patronId: 4, delete: true });
  expect((await clients.get('desk')!.get('/operator/v1/patrons/4/export')).status).toBe(200);
});

describe('the libraries of a request are', () => {
  type Params = Readonly<Record<string, string>>;
  type Query = Record<string, string | string[]>;
  const named = async (source: 'path' | 'query', params: Params, query: Query = {}) =>
    librariesNamed(source, { params, query }, await patronNamed(service.database, params));

  test.each<[Params, number[] | undefined]>([
    [{ websiteId: '37' }, [37]],
    [{ websiteId: '37', patronId: '1' }, [37]],
    [{ patronId: '9001' }, [38]],
    [{ websiteId: '037' }, undefined],
    [{ websiteId: '37', patronId: '9001' }, undefined],
    [{ websiteId: '38', patronId: '1' }, undefined],
    [{ websiteId: '37', patronId: '100' }, undefined],
    [{ patronId: '100' }, undefined],
    [{ patronId: 'x' }, undefined],
  ])('by the path %j: %j', async (params, libraries) => {
    if (libraries === undefined)
      await expect(named('path', params)).rejects.toMatchObject({ code: 'NotFound' });
    else expect(await named('path', params)).toEqual(libraries);
  });

  test.each<[Query, number[]]>([
    [{}, []],
    [{ websiteId: '37' }, [37]],
    [{ websiteId: '37', WEBSITEID: '38' }, [37, 38]],
    [{ websiteId: ['37', '38'] }, [37, 38]],
    [{ websiteId: 'x', other: '38' }, []],
  ])('all of the query: %j', async (query, libraries) => {
    expect(await named('query', {}, query)).toEqual(libraries);
  });
});
