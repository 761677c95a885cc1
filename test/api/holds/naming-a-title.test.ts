import type { ErrorCode } from '../../../src/domain/errors.js';
import { expectCreated, expectRefusal } from '../../support/answers.js';
import { catalogClientOf } from '../../support/catalog-client.js';
import { formatPath, formatsPath } from '../../support/checkouts/expected-formats.js';
import { type Answer, fields, type FieldValue, mustSucceed } from '../../support/client.js';
import { checkoutPath, CHECKOUTS, holdPath, HOLDS, suspensionPath } from '../../support/paths.js';
import { type Endpoint, ENDPOINTS, type EndpointWithBody } from '../../support/requests/endpoints.js';
import { type PatronAndTitle, TestLibrary } from '../../support/test-library.js';

/** What all requests about one title have in common: how they name it, and which methods their addresses have. */
let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

type Named = (Endpoint | EndpointWithBody) & { readonly unknown: ErrorCode };

const ONLINE = 'ebook-overdrive';

async function lent(): Promise<PatronAndTitle> {
  const [patron, title] = [
    await library.addPatron(),
    await library.addTitle(1, { formats: [ONLINE, 'ebook-kindle'] }),
  ];
  await mustSucceed(patron.borrow(title));
  return { patron, title };
}

const loan = (
  name: string,
  method: Endpoint['method'],
  path: Endpoint['path'],
  members: Partial<Pick<EndpointWithBody, 'values'>> & {
    unknown?: ErrorCode;
    status?: Endpoint['status'];
  } = {},
): Named => ({ name, method, path, prepare: lent, status: 200, unknown: 'TitleNotCheckedOut', ...members });

/** Where the address names the title. */
const BY_ADDRESS: readonly Named[] = [
  ...ENDPOINTS.filter(({ path }) => path({ title: { reserveId: 'x' } } as PatronAndTitle).includes('x')).map(
    (endpoint): Named => ({
      ...endpoint,
      unknown: endpoint.name.startsWith('place') ? 'NotFound' : 'PatronDoesntHaveTitleOnHold',
    }),
  ),
  loan('find a loan', 'GET', ({ title }) => checkoutPath(title)),
  loan('return a loan', 'DELETE', ({ title }) => checkoutPath(title), {
    status: 204,
    unknown: 'PatronDoesntHaveTitleCheckedOut',
  }),
  loan('list the formats of a loan', 'GET', ({ title }) => formatsPath(title)),
  loan('find a format of a loan', 'GET', ({ title }) => formatPath(title, ONLINE)),
  loan('lock a format in', 'POST', ({ title }) => formatsPath(title), {
    status: 201,
    values: () => ({ formatType: 'ebook-kindle' }),
  }),
];

function send(
  { patron }: PatronAndTitle,
  { method }: Endpoint,
  path: string,
  values?: object,
): Promise<Answer> {
  return patron.send(method, path, {
    ...(values && { headers: { 'content-type': 'application/json' }, body: fields({ ...values }) }),
  });
}

/** Sends the request with the title named in this way. */
function sendNamed(endpoint: Named, held: PatronAndTitle, id: string | number, end = ''): Promise<Answer> {
  const named = { ...held, title: { ...held.title, reserveId: String(id) } };
  const values = 'values' in endpoint ? endpoint.values(held) : undefined;
  return send(held, endpoint, `${endpoint.path(named)}${end}`, values && { ...values, id: null });
}

describe.each(BY_ADDRESS.map((endpoint) => [endpoint.name, endpoint] as const))('to %s', (_, endpoint) => {
  test('the address has either identifier, a GUID in any case, and may end with a slash', async () => {
    for (const spell of [
      ({ reserveId }) => reserveId,
      ({ reserveId }) => reserveId.toUpperCase(),
      ({ crossRefId }) => crossRefId,
    ] as readonly ((title: PatronAndTitle['title']) => string | number)[])
      for (const end of ['', '/']) {
        const held = await endpoint.prepare(library);
        const answer = await sendNamed(endpoint, held, spell(held.title), end);
        expect([end, answer.status, answer.text]).toEqual([end, endpoint.status, answer.text]);
        if (endpoint.status !== 204) expect(answer.text).toContain(held.title.reserveId);
      }
  });

  test('an address that names no title of the patron is refused', async () => {
    const held = await endpoint.prepare(library);
    const other = await library.addTitle({});
    for (const id of [
      other.reserveId,
      other.crossRefId,
      'bbbbbbbb-0000-4000-8000-000000000000',
      999_999,
      '01',
      'nonsense',
      '%00',
    ])
      expectRefusal(await sendNamed(endpoint, held, id), endpoint.unknown);
  });
});

test('each address of the catalog has either identifier, a GUID in any case, and may end with a slash', async () => {
  const [client, title] = [await catalogClientOf(await library.addPatron()), await library.addTitle(1)];
  for (const path of ['', '/metadata', '/availability', '/issues']) {
    const address = (id: string | number): string => `${client.products}/${id}${path}`;
    const { status, text } = await client.patron.get(address(title.reserveId));
    expect(status).toBe(200);
    for (const id of [title.crossRefId, title.reserveId.toUpperCase()])
      for (const end of ['', '/']) expect((await client.patron.get(address(id) + end)).text).toBe(text);
    for (const id of [
      'bbbbbbbb-0000-4000-8000-000000000000',
      '999999',
      '0',
      '007',
      'nonsense',
      '{id}',
      '%00',
    ])
      expectRefusal(await client.patron.get(address(id)), 'NotFound');
  }
});

const FIELDS = ['id', 'reserveId', 'crossRefId'] as const;

describe.each(
  BY_ADDRESS.filter((endpoint) => 'values' in endpoint).map((endpoint) => [endpoint.name, endpoint] as const),
)('to %s, a field', (_, endpoint) => {
  const withField = (held: PatronAndTitle, name: string, value: FieldValue): Promise<Answer> =>
    send(held, endpoint, endpoint.path(held), { ...endpoint.values(held), id: null, [name]: value });

  test('may name the title of the address, and no other', async () => {
    const held = await endpoint.prepare(library);
    const other = await library.addTitle(1);
    const before = await held.patron.snapshot();
    for (const name of FIELDS) {
      for (const value of [other.reserveId, other.crossRefId, 999_999])
        expectRefusal(await withField(held, name, value), 'InvalidFieldValue', 'must name the same title');
      expectRefusal(await withField(held, name, 'nonsense'), 'InvalidFieldValue', `${name} must be`);
    }
    expect(await held.patron.snapshot()).toEqual(before);
    for (const name of FIELDS)
      for (const kind of ['reserveId', 'crossRefId'] as const) {
        const again = await endpoint.prepare(library);
        expect((await withField(again, name, again.title[kind])).status).toBe(endpoint.status);
      }
  });
});

describe.each([
  ['place a hold', HOLDS, { emailAddress: 'reader@example.org' }, 'NotFound'],
  ['borrow', CHECKOUTS, {}, 'TitleNotInCollection'],
] as const)('to %s, the title', (_, path, values, unknown) => {
  test('is named by any field with either identifier, a GUID in any case, or by several that agree', async () => {
    for (const name of [...FIELDS, 'RESERVEID', 'CrossRefID'])
      for (const kind of ['reserveId', 'crossRefId'] as const) {
        const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
        const answer = await patron.post(path, { ...values, [name]: String(title[kind]).toUpperCase() });
        expectCreated(answer);
        expect(answer.body).toMatchObject(title);
      }
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    const { reserveId, crossRefId } = title;
    const answer = await patron.post(`${path}/`, {
      ...values,
      id: crossRefId,
      crossRefId: String(crossRefId),
      reserveId,
    });
    expectCreated(answer);
    expect(answer.headers.get('location')).toContain(`/${reserveId}`);
  });

  test('is refused when it is missing, no identifier, unknown, or two titles', async () => {
    const patron = await library.addPatron();
    const [title, other, notOwned] = [
      await library.addTitle(1),
      await library.addTitle(1),
      await library.addTitle({}),
    ];
    const post = (named: Readonly<Record<string, FieldValue>>): Promise<Answer> =>
      patron.post(path, { ...values, ...named });
    for (const named of [{}, { id: '' }, { reserveId: null }])
      expectRefusal(await post(named), 'MissingField', /^id is missing: .*reserveId or crossRefId/);
    for (const name of FIELDS)
      for (const value of ['07', '-1', '0', '1e1', 'nonsense', true, 1.5, '9'.repeat(5000)])
        expectRefusal(
          await post({ [name]: value }),
          'InvalidFieldValue',
          new RegExp(`^${name} must be .*reserveId \\(a GUID\\) or crossRefId \\(a positive integer\\)`),
        );
    for (const id of ['bbbbbbbb-0000-4000-8000-000000000000', '999999', '2147483647', notOwned.reserveId])
      expectRefusal(await post({ id }), unknown);
    for (const named of [
      { reserveId: title.reserveId, crossRefId: other.crossRefId },
      { id: title.crossRefId, reserveId: other.reserveId },
      { id: title.crossRefId, crossRefId: 999_999 },
    ])
      expectRefusal(await post(named), 'InvalidFieldValue', 'must name the same title');
    expect([(await patron.list()).body.totalItems, (await patron.loans()).body.totalItems]).toEqual([0, 0]);
  });
});

test.each([
  [HOLDS, ['PUT', 'PATCH', 'DELETE'], 'GET, HEAD, POST, OPTIONS'],
  [holdPath(1), ['PATCH'], 'GET, HEAD, POST, PUT, DELETE, OPTIONS'],
  [suspensionPath(1), ['GET', 'PATCH'], 'POST, PUT, DELETE, OPTIONS'],
  [CHECKOUTS, ['PUT', 'DELETE'], 'GET, HEAD, POST, OPTIONS'],
  [checkoutPath(1), ['POST', 'PUT'], 'GET, HEAD, DELETE, OPTIONS'],
  [formatsPath(1), ['DELETE'], 'GET, HEAD, POST, OPTIONS'],
  [formatPath(1, ONLINE), ['DELETE'], 'GET, HEAD, OPTIONS'],
  [`${formatPath(1, ONLINE)}/downloadlink`, ['DELETE'], 'GET, HEAD, OPTIONS'],
  [`${formatsPath(1)}/downloadredirect`, ['DELETE'], 'GET, HEAD, OPTIONS'],
])('%s refuses %j with the methods that are allowed', async (path, methods, allowed) => {
  const patron = await library.addPatron();
  for (const method of methods) {
    const answer = await patron.send(method, path);
    expectRefusal(answer, 'MethodNotAllowed', path === HOLDS ? allowed : '');
    expect(answer.headers.get('allow')).toBe(allowed);
  }
});

test('an address that is not there, or cannot be decoded, is refused', async () => {
  const patron = await library.addPatron();
  expectRefusal(await patron.get(`${checkoutPath(1)}/format`), 'NotFound');
  expectRefusal(await patron.get(holdPath('%zz')), 'InvalidFieldValue', 'percent sign');
});
