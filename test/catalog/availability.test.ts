import { expectCreated, expectOk, expectRefusal } from '../support/answers.js';
import { advanceClock, DAY, HOUR } from '../support/clock.js';
import { granted } from '../support/client.js';
import { type RawAnswer, sendRaw } from '../support/raw-request.js';
import { CATALOG_URL, PUBLIC_URL } from '../support/service.js';
import { TestLibrary, type TestTitle } from '../support/test-library.js';
import { type Browser, browserOf, newBrowser, pathOf } from './shelves.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const PICKUP = 72 * HOUR;

async function actionsFor(browser: Browser, title: TestTitle): Promise<string[]> {
  return Object.keys((await browser.availability(title)).body.actions as object);
}

/** So many patrons who wait for the title, or have a copy set aside. */
async function queueFor(title: TestTitle, number: number, members: object = {}): Promise<void> {
  for (let n = 0; n < number; n++) await granted((await library.reader(members)).place(title));
}

describe('the record', () => {
  test('tells copies and holds as the contract shows them, and how to borrow', async () => {
    const [adult, title] = [await newBrowser(library), await library.title({ main: 2, adults: 1 })];
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

  test('offers a hold where there is nothing to borrow', async () => {
    const [adult, title] = [await newBrowser(library), await library.title(0)];
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
        ],
      },
    });
  });

  test('is the same under either identifier, in any case, with and without a slash at the end', async () => {
    const [adult, title] = [await newBrowser(library), await library.title(1)];
    const expected = (await adult.availability(title)).text;
    for (const id of [title.crossRefId, title.reserveId.toUpperCase()]) {
      for (const end of ['', '/'])
        expect((await adult.reader.get(`${adult.products}/${id}/availability${end}`)).text).toBe(expected);
    }
  });

  test('is not sent again to who has it', async () => {
    const [adult, title] = [await newBrowser(library), await library.title(1)];
    const path = `${adult.products}/${title.reserveId}/availability`;
    const etag = (await adult.reader.get(path)).headers.get('etag') ?? '';
    // fetch would add that it wants no answer out of a cache.
    const again = (): Promise<RawAnswer> =>
      sendRaw(library.service.url, {
        method: 'GET',
        path,
        headers: [
          ['Authorization', `Bearer ${adult.reader.token}`],
          ['If-None-Match', etag],
        ],
      });
    expect((await again()).status).toBe(304);
    await granted((await library.reader()).borrow(title));
    expect((await again()).status).toBe(200);
  });
});

describe('the counts', () => {
  test('a copy on loan and a copy set aside are owned, but not available', async () => {
    const [adult, title] = [await newBrowser(library), await library.title(3)];
    await granted((await library.reader()).borrow(title));
    await queueFor(title, 1);
    expect((await adult.availability(title)).body).toMatchObject({
      available: true,
      copiesOwned: 3,
      copiesAvailable: 1,
      numberOfHolds: 1,
      collections: [{ id: 'main', copiesOwned: 3, copiesAvailable: 1, numberOfHolds: 1 }],
    });
  });

  test('a library that owns fewer copies than are lent has none available, never fewer', async () => {
    const [adult, title] = [await newBrowser(library), await library.title({ main: 2, adults: 1 })];
    for (const reader of await library.readers(2)) await granted(reader.borrow(title));
    await library.own(title, 0, 'adults');
    await library.own(title, 0);
    const { body } = await adult.availability(title);
    expect(body).toMatchObject({ available: false, copiesOwned: 0, copiesAvailable: 0 });
    for (const { copiesAvailable } of body.collections) expect(copiesAvailable).toBe(0);
  });

  test('a child sees the children’s copies alone, an adult all', async () => {
    const title = await library.title({ main: 2, adults: 3, elsewhere: 9 });
    const child = await newBrowser(library, { category: 'child' });
    expect((await child.availability(title)).body).toMatchObject({
      copiesOwned: 2,
      copiesAvailable: 2,
      collections: [{ id: 'main' }],
    });
    const adult = await newBrowser(library);
    expect((await adult.availability(title)).body).toMatchObject({
      copiesOwned: 5,
      copiesAvailable: 5,
      collections: [{ id: 'adults' }, { id: 'main' }],
    });
  });

  test('the holds of a collection are those whose patrons may use it, the title’s are all', async () => {
    const title = await library.title({ main: 0, adults: 0 });
    await queueFor(title, 2);
    await queueFor(title, 3, { category: 'child' });
    const { body } = await (await newBrowser(library)).availability(title);
    expect(body.numberOfHolds).toBe(5);
    expect(body.collections).toMatchObject([
      { id: 'adults', numberOfHolds: 2 },
      { id: 'main', numberOfHolds: 5 },
    ]);
  });

  test('suspended and ready holds count, and those that end no longer do', async () => {
    const title = await library.title(1);
    const [first, second] = await library.inLine(title, 2);
    await granted(second.suspend(title));
    const adult = await newBrowser(library);
    expect((await adult.availability(title)).body.numberOfHolds).toBe(2);
    await granted(second.remove(title));
    expect((await adult.availability(title)).body.numberOfHolds).toBe(1);
    await granted(first.borrow(title));
    expect((await adult.availability(title)).body.numberOfHolds).toBe(0);
  });
});

describe('what is offered', () => {
  test('a free copy can be borrowed by what the answer says alone', async () => {
    const [adult, title] = [await newBrowser(library), await library.title(1)];
    const { href, fields } = (await adult.availability(title)).body.actions.checkout;
    const answer = await adult.reader.post(pathOf(href), { [fields[0].name]: fields[0].value });
    expectCreated(answer);
    expect(answer.body.reserveId).toBe(title.reserveId);
    expect(await actionsFor(adult, title)).toEqual([]);
  });

  test('a hold can be placed by what the answer says, and is then no longer offered', async () => {
    const [adult, title] = [await newBrowser(library), await library.title(0)];
    const { href, fields } = (await adult.availability(title)).body.actions.hold;
    const [{ name, value }, email] = fields;
    expectCreated(await adult.reader.post(pathOf(href), { [name]: value, [email.name]: 'a@example.org' }));
    expect(await actionsFor(adult, title)).toEqual([]);
  });

  test('who has a copy set aside may borrow it, and nobody else', async () => {
    const { reader, title } = await library.ready();
    expect((await (await browserOf(reader)).availability(title)).body).toMatchObject({
      available: false,
      copiesAvailable: 0,
      actions: { checkout: {} },
    });
    expect(await actionsFor(await newBrowser(library), title)).toEqual(['hold']);
  });

  test('who waits, or has suspended the hold, is offered nothing', async () => {
    for (const { reader, title } of [await library.waiting(), await library.suspended()])
      expect(await actionsFor(await browserOf(reader), title)).toEqual([]);
  });

  test('who has suspended the hold may borrow a copy that is free all the same', async () => {
    const { reader, title } = await library.suspended();
    await library.own(title, 1);
    expect(await actionsFor(await browserOf(reader), title)).toEqual(['checkout']);
  });

  test('a copy that is free where the patron may not go is not offered', async () => {
    const title = await library.title({ main: 0, adults: 1 });
    expect(await actionsFor(await newBrowser(library, { category: 'child' }), title)).toEqual(['hold']);
    expect(await actionsFor(await newBrowser(library), title)).toEqual(['checkout']);
  });

  test('does not depend on the patron’s limits', async () => {
    const atLimits = await newBrowser(library, { holdLimit: 0, checkoutLimit: 0 });
    expect(await actionsFor(atLimits, await library.title(1))).toEqual(['checkout']);
    expect(await actionsFor(atLimits, await library.title(0))).toEqual(['hold']);
  });
});

describe('what time has ended, and no timer has written down', () => {
  const pass = (seconds: number): Promise<void> => advanceClock(library.service, seconds);

  test('a loan that is over leaves its copy free', async () => {
    const [adult, title] = [await newBrowser(library), await library.title(1)];
    await granted(adult.reader.borrow(title));
    await pass(21 * DAY);
    const { body } = await adult.availability(title);
    expect(body).toMatchObject({ available: true, copiesAvailable: 1, actions: { checkout: {} } });
  });

  test('a loan that is over gives its copy to who waits, not to who looks', async () => {
    const [adult, title] = [await newBrowser(library), await library.title(1)];
    await granted((await library.reader()).borrow(title));
    const waiting = await library.reader();
    await granted(waiting.place(title));
    await pass(21 * DAY);
    expect((await adult.availability(title)).body).toMatchObject({ available: false, actions: { hold: {} } });
    expect(await actionsFor(await browserOf(waiting), title)).toEqual(['checkout']);
  });

  test('a pickup that was missed passes the copy on', async () => {
    const title = await library.title(1);
    const [late, next] = await library.inLine(title, 2);
    await pass(PICKUP);
    expect(await actionsFor(await browserOf(late), title)).toEqual([]);
    expect(await actionsFor(await browserOf(next), title)).toEqual(['checkout']);
  });

  test('a suspension that is over takes a copy that is free', async () => {
    const { reader, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 1 });
    await library.own(title, 1);
    await pass(DAY);
    expect((await (await browserOf(reader)).availability(title)).body).toMatchObject({
      copiesAvailable: 0,
      actions: { checkout: {} },
    });
    expect(await actionsFor(await newBrowser(library), title)).toEqual(['hold']);
  });
});

describe('not found', () => {
  test('is a title of none of the patron’s collections, like one that nobody has heard of', async () => {
    const child = await newBrowser(library, { category: 'child' });
    for (const title of [
      await library.title({ adults: 1 }),
      await library.title({ elsewhere: 1 }),
      await library.title({}),
      { reserveId: 'bbbbbbbb-0000-4000-8000-000000000000' },
    ])
      expectRefusal(await child.availability(title), 'NotFound');
    for (const id of ['999999', '0', '007', 'nonsense', '{reserveId}', '%00', '%7BreserveId%7D'])
      expectRefusal(await child.reader.get(`${child.products}/${id}/availability`), 'NotFound');
  });

  test('is any collection token but the one that the patron’s category has now', async () => {
    const [adult, child] = [await newBrowser(library), await newBrowser(library, { category: 'child' })];
    const title = await library.title(1);
    for (const token of [
      child.collectionToken,
      'nonsense',
      '%00',
      adult.collectionToken.toLowerCase(),
      '%20',
    ])
      for (const path of ['', '/', `/${title.reserveId}`, `/${title.reserveId}/metadata`])
        expectRefusal(await adult.reader.get(`/v1/collections/${token}/products${path}`), 'NotFound');
    const path = `/products/${title.reserveId}/availability`;
    for (const version of ['v1', 'v2'])
      expectRefusal(
        await adult.reader.get(`/${version}/collections/${child.collectionToken}${path}`),
        'NotFound',
      );
  });

  test('is a token from before the collections of the category changed', async () => {
    const title = await library.title(1);
    const teens = { record: 'category', websiteId: 37, category: 'teen', collections: ['main'] };
    await library.import(teens);
    const before = await newBrowser(library, { category: 'teen' });
    expectOk(await before.availability(title));
    await library.import({ ...teens, collections: ['main', 'adults'] });
    expectRefusal(await before.availability(title), 'NotFound');
    expectOk(await (await browserOf(before.reader)).availability(title));
  });

  test('is nothing to who does not sign in: that is told first', async () => {
    const adult = await newBrowser(library);
    const answer = await fetch(new URL(`${adult.products}/1/availability`, library.service.url));
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="holdfast"']);
  });
});
