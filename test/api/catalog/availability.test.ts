import { expectCreated, expectOk, expectRefusal } from '../../support/answers.js';
import { type CatalogClient, catalogClientOf, newCatalogClient } from '../../support/catalog-client.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, HOUR } from '../../support/clock.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { CATALOG_URL, pathOf, PUBLIC_URL } from '../../support/service.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

async function actionsFor(client: CatalogClient, title: TestTitle): Promise<string[]> {
  return Object.keys((await client.availability(title)).body.actions as object);
}

/** Adds patrons with holds on the title. */
async function addHolds(title: TestTitle, number: number, members: object = {}): Promise<void> {
  for (let n = 0; n < number; n++) await mustSucceed((await library.addPatron(members)).place(title));
}

describe('the record', () => {
  test('has the copies, the holds and a checkout action, as in the contract', async () => {
    const [adult, title] = [await newCatalogClient(library), await library.addTitle({ main: 2, adults: 1 })];
    const answer = await adult.availability(title);

    expectOk(answer);
    const self = `${CATALOG_URL}/v1/collections/${adult.collectionToken}/products/${title.reserveId}/availability`;
    expect(answer.body).toEqual({
      id: title.reserveId,
      availabilityType: 'Normal',
      links: { self: { href: self, type: 'application/vnd.holdfast.api+json' } },
      actions: {
        checkout: {
          href: `${PUBLIC_URL}/v1/patrons/me/checkouts/`,
          type: 'application/json',
          method: 'post',
          fields: [
            { name: 'reserveId', type: 'text', value: title.reserveId, optional: false },
            {
              name: 'formatType',
              type: 'text',
              options: ['ebook-epub-adobe', 'ebook-kindle'],
              optional: true,
            },
          ],
        },
      },
      collections: [
        { id: 'adults', copiesOwned: 1, copiesAvailable: 1, numberOfHolds: 0 },
        { id: 'main', copiesOwned: 2, copiesAvailable: 2, numberOfHolds: 0 },
      ],
      available: true,
      copiesOwned: 3,
      copiesAvailable: 3,
      numberOfHolds: 0,
    });
  });

  test('offers a hold where no copy is free', async () => {
    const [adult, title] = [await newCatalogClient(library), await library.addTitle(0)];
    const { body } = await adult.availability(title);

    expect(body).toMatchObject({ available: false, copiesOwned: 0, copiesAvailable: 0 });
    expect(body.actions).toEqual({
      hold: {
        href: `${PUBLIC_URL}/v1/patrons/me/holds`,
        type: 'application/json',
        method: 'post',
        fields: [
          { name: 'reserveId', type: 'text', value: title.reserveId, optional: false },
          { name: 'emailAddress', type: 'text', optional: false },
          {
            name: 'ignoreHoldEmail',
            type: 'text',
            value: 'false',
            options: ['false', 'true'],
            optional: true,
          },
          { name: 'notNeededAfter', type: 'date', optional: true },
        ],
      },
      watch: {
        href: `${PUBLIC_URL}/v1/patrons/me/watches`,
        type: 'application/json',
        method: 'post',
        fields: [
          { name: 'reserveId', type: 'text', value: title.reserveId, optional: false },
          { name: 'emailAddress', type: 'text', optional: true },
        ],
      },
    });
  });

  test('is not sent again to a client that has it', async () => {
    const [adult, title] = [await newCatalogClient(library), await library.addTitle(1)];
    const path = `${adult.products}/${title.reserveId}/availability`;
    const etag = (await adult.patron.get(path)).headers.get('etag') ?? '';
    // fetch would add Cache-Control: no-cache.
    const again = (): Promise<RawAnswer> =>
      sendRaw(library.service.url, {
        method: 'GET',
        path,
        headers: [
          ['Authorization', `Bearer ${adult.patron.token}`],
          ['If-None-Match', etag],
        ],
      });
    expect((await again()).status).toBe(304);
    await mustSucceed((await library.addPatron()).borrow(title));
    expect((await again()).status).toBe(200);
  });
});

describe('the counts', () => {
  test('a copy on loan and a copy set aside are owned, but not available', async () => {
    const [adult, title] = [await newCatalogClient(library), await library.addTitle(3)];
    await mustSucceed((await library.addPatron()).borrow(title));
    await addHolds(title, 1);
    expect((await adult.availability(title)).body).toMatchObject({
      available: true,
      copiesOwned: 3,
      copiesAvailable: 1,
      numberOfHolds: 1,
      collections: [{ id: 'main', copiesOwned: 3, copiesAvailable: 1, numberOfHolds: 1 }],
    });
  });

  test('a library that owns fewer copies than are on loan has none available, never a negative number', async () => {
    const [adult, title] = [await newCatalogClient(library), await library.addTitle({ main: 2, adults: 1 })];
    for (const patron of await library.addPatrons(2)) await mustSucceed(patron.borrow(title));
    await library.setCopiesOwned(title, 0, 'adults');
    await library.setCopiesOwned(title, 0);
    const { body } = await adult.availability(title);
    expect(body).toMatchObject({ available: false, copiesOwned: 0, copiesAvailable: 0 });
    for (const { copiesAvailable } of body.collections) expect(copiesAvailable).toBe(0);
  });

  test('a child sees only the copies that children may use, an adult all', async () => {
    const title = await library.addTitle({ main: 2, adults: 3, elsewhere: 9 });
    const child = await newCatalogClient(library, { category: 'child' });
    expect((await child.availability(title)).body).toMatchObject({
      copiesOwned: 2,
      copiesAvailable: 2,
      collections: [{ id: 'main' }],
    });
    const adult = await newCatalogClient(library);
    expect((await adult.availability(title)).body).toMatchObject({
      copiesOwned: 5,
      copiesAvailable: 5,
      collections: [{ id: 'adults' }, { id: 'main' }],
    });
  });

  test('a collection counts the holds of patrons who may use it, the title counts all', async () => {
    const title = await library.addTitle({ main: 0, adults: 0 });
    await addHolds(title, 2);
    await addHolds(title, 3, { category: 'child' });
    const { body } = await (await newCatalogClient(library)).availability(title);
    expect(body.numberOfHolds).toBe(5);
    expect(body.collections).toMatchObject([
      { id: 'adults', numberOfHolds: 2 },
      { id: 'main', numberOfHolds: 5 },
    ]);
  });

  test('suspended and ready holds count, and ended ones do not', async () => {
    const title = await library.addTitle(1);
    const [first, second] = await library.fillQueue(title, 2);
    await mustSucceed(second.suspend(title));
    const adult = await newCatalogClient(library);
    expect((await adult.availability(title)).body.numberOfHolds).toBe(2);
    await mustSucceed(second.remove(title));
    expect((await adult.availability(title)).body.numberOfHolds).toBe(1);
    await mustSucceed(first.borrow(title));
    expect((await adult.availability(title)).body.numberOfHolds).toBe(0);
  });
});

describe('the actions', () => {
  test('a client can borrow a free copy by the action alone', async () => {
    const [adult, title] = [await newCatalogClient(library), await library.addTitle(1)];
    const { href, fields } = (await adult.availability(title)).body.actions.checkout;
    const answer = await adult.patron.post(pathOf(href), { [fields[0].name]: fields[0].value });
    expectCreated(answer);
    expect(answer.body.reserveId).toBe(title.reserveId);
    expect(await actionsFor(adult, title)).toEqual([]);
  });

  test('a client can place a hold by the action alone, which is then no longer offered', async () => {
    const [adult, title] = [await newCatalogClient(library), await library.addTitle(0)];
    const { href, fields } = (await adult.availability(title)).body.actions.hold;
    const [{ name, value }, email] = fields;
    expectCreated(await adult.patron.post(pathOf(href), { [name]: value, [email.name]: 'a@example.org' }));
    expect(await actionsFor(adult, title)).toEqual([]);
  });

  test('only the patron with a copy set aside can borrow it', async () => {
    const { patron, title } = await library.ready();
    expect((await (await catalogClientOf(patron)).availability(title)).body).toMatchObject({
      available: false,
      copiesAvailable: 0,
      actions: { checkout: {} },
    });
    expect(await actionsFor(await newCatalogClient(library), title)).toEqual(['hold', 'watch']);
  });

  test('a patron with a waiting or suspended hold gets no action, until a copy is free', async () => {
    const waiting = await library.waiting();
    expect(await actionsFor(await catalogClientOf(waiting.patron), waiting.title)).toEqual([]);
    const { patron, title } = await library.suspended();
    expect(await actionsFor(await catalogClientOf(patron), title)).toEqual([]);
    await library.setCopiesOwned(title, 1);
    expect(await actionsFor(await catalogClientOf(patron), title)).toEqual(['checkout']);
  });

  test('a free copy outside the patron’s collections is not offered', async () => {
    const title = await library.addTitle({ main: 0, adults: 1 });
    expect(await actionsFor(await newCatalogClient(library, { category: 'child' }), title)).toEqual([
      'hold',
      'watch',
    ]);
    expect(await actionsFor(await newCatalogClient(library), title)).toEqual(['checkout']);
  });

  test('do not depend on the patron’s limits', async () => {
    const atLimits = await newCatalogClient(library, { holdLimit: 0, checkoutLimit: 0 });
    expect(await actionsFor(atLimits, await library.addTitle(1))).toEqual(['checkout']);
    expect(await actionsFor(atLimits, await library.addTitle(0))).toEqual(['hold', 'watch']);
  });
});

test('what time has ended is over in the answer: a loan frees its copy, and a missed pickup passes it on', async () => {
  const [adult, title] = [await newCatalogClient(library), await library.addTitle(1)];
  await mustSucceed(adult.patron.borrow(title));
  await advanceClock(library.service, 21 * DAY);
  const { body } = await adult.availability(title);
  expect(body).toMatchObject({ available: true, copiesAvailable: 1, actions: { checkout: {} } });
  const [late, next] = await library.fillQueue(title, 2);
  await advanceClock(library.service, 72 * HOUR);
  expect(await actionsFor(await catalogClientOf(late), title)).toEqual([]);
  expect(await actionsFor(await catalogClientOf(next), title)).toEqual(['checkout']);
});

test('a title outside the patron’s collections is not found, like an unknown one', async () => {
  const child = await newCatalogClient(library, { category: 'child' });
  for (const title of [
    await library.addTitle({ adults: 1 }),
    await library.addTitle({ elsewhere: 1 }),
    await library.addTitle({}),
    { reserveId: 'bbbbbbbb-0000-4000-8000-000000000000' },
  ])
    expectRefusal(await child.availability(title), 'NotFound');
});
