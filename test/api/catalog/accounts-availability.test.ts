import { expectOk, expectRefusal } from '../../support/answers.js';
import type { Answer } from '../../support/client.js';
import { mustSucceed } from '../../support/client.js';
import { CATALOG_URL, pathOf } from '../../support/service.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';
import { category, collection } from '../../support/records.js';
import { type CatalogClient, catalogClientOf, newCatalogClient } from '../../support/catalog-client.js';

/** The form in which today's clients of the catalog ask, one title or several at once. */
let library: TestLibrary;
let adult: CatalogClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  adult = await newCatalogClient(library);
});

const TYPE = 'application/vnd.holdfast.api+json';

function base(client: CatalogClient): string {
  return `/v2/collections/${client.collectionToken}`;
}

function several(products: string, client = adult): Promise<Answer> {
  return client.patron.get(`${base(client)}/availability?products=${products}`);
}

function idsIn(answer: Answer): string[] {
  expectOk(answer);
  return (answer.body.availability as { reserveId: string }[]).map(({ reserveId }) => reserveId);
}

async function titles(number: number): Promise<TestTitle[]> {
  const made: TestTitle[] = [];
  for (let n = 0; n < number; n++) made.push(await library.addTitle(1));
  return made;
}

describe('of one title', () => {
  test('the accounts are the main one, of all collections without a number, and those with one', async () => {
    await library.import(
      collection('shared', { accountNumber: 12 }),
      collection('apart', { accountNumber: 3 }),
      category('adult', ['main', 'adults', 'shared', 'apart']),
      category('child', ['main', 'shared']),
    );
    adult = await catalogClientOf(adult.patron);
    const title = await library.addTitle({ main: 2, adults: 1, shared: 4, apart: 0 });
    await mustSucceed((await library.addPatron()).borrow(title));
    await mustSucceed((await library.addPatron({ category: 'child' })).place(title));
    const answer = await adult.patron.get(`${base(adult)}/products/${title.crossRefId}/availability/`);

    expectOk(answer);
    expect(answer.body).toEqual({
      reserveId: title.reserveId,
      accounts: [
        { id: -1, shared: false, copiesOwned: 3, copiesAvailable: expect.any(Number) },
        { id: 3, shared: false, copiesOwned: 0, copiesAvailable: 0 },
        { id: 12, shared: true, copiesOwned: 4, copiesAvailable: expect.any(Number) },
      ],
      available: true,
      copiesOwned: 7,
      copiesAvailable: 5,
      numberOfHolds: 1,
      availabilityType: 'Normal',
      links: {
        self: { href: `${CATALOG_URL}${base(adult)}/products/${title.reserveId}/availability`, type: TYPE },
      },
    });
    expect((await adult.patron.get(pathOf(answer.body.links.self.href))).text).toBe(answer.text);
  });

  test('that is not the patron’s to see is not found', async () => {
    const [child, title] = [
      await newCatalogClient(library, { category: 'child' }),
      await library.addTitle({ adults: 1 }),
    ];
    for (const id of [title.reserveId, title.crossRefId, 'nonsense', '999999'])
      expectRefusal(await child.patron.get(`${base(child)}/products/${id}/availability`), 'NotFound');
  });
});

describe('of several titles at once', () => {
  test('they come in the order in which they were named, by either identifier, each once', async () => {
    const [first, second, third] = (await titles(3)) as [TestTitle, TestTitle, TestTitle];
    const answer = await several(
      [third.crossRefId, first.reserveId.toUpperCase(), second.reserveId, third.reserveId].join(','),
    );
    expect(idsIn(answer)).toEqual([third.reserveId, first.reserveId, second.reserveId]);
    expect(answer.body.totalItems).toBe(3);
    const one = await adult.patron.get(`${base(adult)}/products/${first.crossRefId}/availability`);
    expect(answer.body.availability[1]).toEqual(one.body);
  });

  test('the first version answers its own record of each, as of one', async () => {
    const [first, second] = (await titles(2)) as [TestTitle, TestTitle];
    const asked = `${second.crossRefId},999999,${first.reserveId}`;
    const path = `/v1/collections/${adult.collectionToken}`;
    const answer = await adult.patron.get(`${path}/availability?products=${asked}`);
    expectOk(answer);
    const each = [second, first].map(({ reserveId }) =>
      adult.patron.get(`${path}/products/${reserveId}/availability`),
    );
    expect(answer.body).toEqual({
      totalItems: 2,
      availability: (await Promise.all(each)).map(({ body }) => body as unknown),
      links: { self: { href: `${CATALOG_URL}${path}/availability?products=${asked}`, type: TYPE } },
    });
    expect((await adult.patron.get(pathOf(answer.body.links.self.href))).text).toBe(answer.text);
    expectRefusal(await adult.patron.get(`${path}/availability`), 'MissingField', 'products');
  });

  test('the answer’s own address asks the same again', async () => {
    const [first, second] = (await titles(2)) as [TestTitle, TestTitle];
    const asked = `${first.reserveId},${second.crossRefId}`;
    const answer = await several(asked);
    expect(answer.body.links).toEqual({
      self: { href: `${CATALOG_URL}${base(adult)}/availability?products=${asked}`, type: TYPE },
    });
    expect((await adult.patron.get(pathOf(answer.body.links.self.href))).text).toBe(answer.text);
  });

  test('those that are unknown, or not the patron’s to see, are left out', async () => {
    const [child, [seen]] = [await newCatalogClient(library, { category: 'child' }), await titles(1)];
    const hidden = await library.addTitle({ adults: 1 });
    const named = [hidden.reserveId, '999999', seen?.reserveId, 'nonsense', '0', '%00', hidden.crossRefId];
    expect(idsIn(await several(named.join(','), child))).toEqual([seen?.reserveId]);
    const none = await several('999999', child);
    expect([idsIn(none), none.body.totalItems]).toEqual([[], 0]);
  });

  test('50 may be asked for, no more and none at all', async () => {
    const ids = (await titles(50)).map(({ crossRefId }) => crossRefId);
    expect(idsIn(await several(ids.join(',')))).toHaveLength(50);
    expectRefusal(
      await several([...ids, 999_999].join(',')),
      'InvalidFieldValue',
      /^products must be 1 to 50 /,
    );
    for (const odd of [',', '1,,2', '1,'])
      expectRefusal(await several(odd), 'InvalidFieldValue', /^products must be 1 to 50 titles/);
    for (const none of ['', '{products}', '%7Bproducts%7D'])
      expectRefusal(await several(none), 'MissingField', /^products is missing: it must be 1 to 50 titles/);
    expectRefusal(await adult.patron.get(`${base(adult)}/availability`), 'MissingField', 'products');
    expectRefusal(await several('1&products=2'), 'InvalidFieldValue', 'products must be given once');
  });
});
