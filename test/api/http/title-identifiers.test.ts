import { catalogClientOf } from '../../support/catalog-client.js';
import { type Answer, type FieldValue, fields, mustSucceed, PatronClient } from '../../support/client.js';
import { patronPath } from '../../support/operator/operator-client.js';
import { CHECKOUTS, checkoutPath, HOLDS } from '../../support/paths.js';
import { type Endpoint, ENDPOINTS, ENDPOINTS_WITH_BODY } from '../../support/requests/endpoints.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { type PatronAndTitle, TestLibrary, type TestTitle } from '../../support/test-library.js';

// Every address of a title takes either identifier, the GUID in any case, and a slash at the end. What an identifier looks like is
// proved in test/unit/domain/titles/title-id.test.ts.

let library: TestLibrary;
/** The address of the titles that the library's patrons may see. */
let products = '/v1/collections/{token}/products';
beforeAll(async () => {
  library = await TestLibrary.open();
  ({ products } = await catalogClientOf(await library.addPatron()));
});
afterAll(() => library.close());

const formatsOf = (title: TestTitle): string => `${checkoutPath(title)}/formats`;
const held = async (): Promise<PatronAndTitle> => library.waiting();
const borrowed = async (): Promise<PatronAndTitle> => {
  const ready = await library.ready();
  await mustSucceed(ready.patron.borrow(ready.title));
  return ready;
};
const locked = async (): Promise<PatronAndTitle> => {
  const { patron, title } = await borrowed();
  await mustSucceed(patron.post(formatsOf(title), { formatType: 'ebook-kindle' }));
  return { patron, title };
};
const anyTitle = async (): Promise<PatronAndTitle> => ({
  patron: await library.addPatron(),
  title: await library.addTitle(1),
});

type Row = Endpoint & { readonly values?: (held: PatronAndTitle) => Readonly<Record<string, FieldValue>> };

const product =
  (below: string): Row['path'] =>
  ({ title }) =>
    `${products}/${title.reserveId}${below}`;
const ofPatron =
  (below: (id: string) => string): Row['path'] =>
  ({ patron, title }) =>
    `${patronPath(patron)}${below(title.reserveId)}`;

const MORE: readonly (readonly [Row['method'], Row['path'], Row['prepare']])[] = [
  ['GET', ({ title }) => checkoutPath(title), borrowed],
  ['DELETE', ({ title }) => checkoutPath(title), borrowed],
  ['GET', ({ title }) => formatsOf(title), borrowed],
  ['GET', ({ title }) => `${formatsOf(title)}/ebook-kindle`, locked],
  ['GET', product(''), anyTitle],
  ['GET', product('/metadata'), anyTitle],
  ['GET', product('/availability'), anyTitle],
  ['GET', ({ title }) => `/operator/v1/titles/${title.reserveId}/queue`, held],
  ['POST', ofPatron((id) => `/holds/${id}/removal`), held],
  ['POST', ofPatron((id) => `/checkouts/${id}/return`), borrowed],
];

const ANY: PatronAndTitle = { patron: { patronId: 1 } as never, title: { reserveId: '{id}', crossRefId: 0 } };
const ROWS: readonly Row[] = [
  ...ENDPOINTS,
  ...MORE.map(([method, path, prepare]): Row => {
    const status = method === 'GET' ? 200 : 204;
    return { name: `${method} ${path(ANY)}`, method, status, path, prepare };
  }),
].filter(({ path }) => path(ANY).includes('{id}'));

/** Sends the row's request, with the title spelled as `id`. */
function send({ method, path, values }: Row, { patron, title }: PatronAndTitle, id: string): Promise<Answer> {
  const address = path({ patron, title: { ...title, reserveId: id } });
  const client = address.startsWith('/operator') ? new PatronClient(patron.baseUrl, OPERATOR_TOKEN) : patron;
  const query = address.endsWith('/queue') ? `?websiteId=${library.websiteId}` : '';
  return client.send(method, `${address}/${query}`, {
    headers: { 'content-type': 'application/json' },
    ...(values === undefined ? {} : { body: fields(values({ patron, title })) }),
  });
}

const SPELLINGS: readonly ((title: TestTitle) => string)[] = [
  ({ crossRefId }) => String(crossRefId),
  ({ reserveId }) => reserveId.toUpperCase(),
];

test.each(ROWS.map((row) => [row.name, row] as const))('%s', async (_, row) => {
  for (const spell of SPELLINGS) {
    const prepared = await row.prepare(library);
    const expected = row.method === 'GET' ? await send(row, prepared, prepared.title.reserveId) : undefined;
    const answer = await send(row, prepared, spell(prepared.title));
    expect([answer.status, answer.text]).toEqual([row.status, expected?.text ?? expect.anything()]);
    if (answer.status === 201) expect(answer.body.reserveId).toBe(prepared.title.reserveId);
  }
});

const IDS: readonly ((title: TestTitle) => FieldValue)[] = [
  ({ crossRefId }) => crossRefId,
  ({ crossRefId }) => String(crossRefId),
  ({ reserveId }) => reserveId,
  ({ reserveId }) => reserveId.toUpperCase(),
];
const changeAHold = ENDPOINTS_WITH_BODY.find(({ name }) => name === 'change a hold')!;

test.each([
  ['place a hold', () => HOLDS, 'POST', 201, () => anyTitle()],
  ['change a hold', changeAHold.path, 'PUT', 204, () => library.waiting()],
  ['borrow a title', () => CHECKOUTS, 'POST', 201, () => library.ready()],
] as const)(
  'to %s, a field may name the title by either identifier',
  async (_, path, method, status, prepare) => {
    for (const [name, id] of [
      ...['id', 'reserveId', 'crossRefId'].flatMap((each) => IDS.map((id) => [each, id] as const)),
      ...['RESERVEID', 'crossrefid'].map((each) => [each, IDS[0]!] as const),
    ]) {
      const prepared = await prepare();
      const { patron, title } = prepared;
      const more = path(prepared) === CHECKOUTS ? {} : { emailAddress: patron.emailAddress };
      const answer = await patron.send(method, path(prepared), {
        headers: { 'content-type': 'application/json' },
        body: fields({ [name]: id(title), ...more }),
      });
      expect([name, answer.status]).toEqual([name, status]);
      if (status === 201) expect(answer.body.reserveId).toBe(title.reserveId);
    }
  },
);
