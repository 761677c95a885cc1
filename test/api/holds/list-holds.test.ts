import { expectOk, expectRefusal, TIMESTAMP } from '../../support/answers.js';
import type { Answer } from '../../support/client.js';
import { HOLDS } from '../../support/paths.js';
import { CATALOG_URL, PUBLIC_URL } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const link = (path: string): object => ({
  href: `${PUBLIC_URL}${path}`,
  type: 'application/vnd.holdfast.circulation.api+json',
});
const LINKS = {
  self: link('/v1/patrons/me/holds'),
  pace: link('/v1/patrons/me/holds/pace'),
};

function titlesOf({ body }: Answer): number[] {
  return (body as { holds: { crossRefId: number }[] }).holds.map(({ crossRefId }) => crossRefId);
}

test('a patron without holds has an empty list with its links', async () => {
  const answer = await (await library.addPatron()).list();
  expectOk(answer);
  expect(answer.text).toBe(JSON.stringify({ totalItems: 0, holds: [], links: LINKS }));
});

test('the list is newest first, and its total is its length', async () => {
  const patron = await library.addPatron();
  const titles = [await library.addTitle(), await library.addTitle(1), await library.addTitle()];
  for (const title of titles) await patron.place(title);
  const answer = await patron.list();
  expectOk(answer);
  expect(Object.keys(answer.body)).toEqual(['totalItems', 'holds', 'links', 'actions']);
  expect(answer.body.totalItems).toBe(3);
  expect(titlesOf(answer)).toEqual(titles.map(({ crossRefId }) => crossRefId).reverse());
  expect(answer.body.links).toEqual(LINKS);
});

test('the order is that of placement, whatever happens to the holds later', async () => {
  const patron = await library.addPatron();
  const titles = [await library.addTitle(), await library.addTitle(), await library.addTitle()];
  const [first, second] = titles;
  for (const title of titles) await patron.place(title);
  if (first) await patron.suspend(first);
  if (second) await library.setCopiesOwned(second, 1);
  expect(titlesOf(await patron.list())).toEqual(titles.map(({ crossRefId }) => crossRefId).reverse());
});

test('a patron sees their own holds only', async () => {
  const { patron, title } = await library.waiting();
  const other = await library.addPatron();
  await other.place(title);
  expect((await patron.list()).body).toMatchObject({ totalItems: 1, holds: [{ holdListPosition: 1 }] });
  expect((await other.list()).body).toMatchObject({ totalItems: 1, holds: [{ holdListPosition: 2 }] });
});

describe('a listed hold', () => {
  const COMMON = [
    'reserveId',
    'crossRefId',
    'emailAddress',
    'autoCheckout',
    'holdListPosition',
    'numberOfHolds',
  ];

  test.each([
    ['waiting', [...COMMON, 'holdPlacedDate', 'links', 'actions']],
    ['suspended', [...COMMON, 'holdSuspension', 'holdPlacedDate', 'links', 'actions']],
    ['ready', [...COMMON, 'holdPlacedDate', 'holdExpires', 'links', 'actions']],
  ] as const)('that is %s has exactly its members', async (condition, members) => {
    const { patron } = await library[condition]();
    const [hold] = (await patron.list()).body.holds;
    expect(Object.keys(hold)).toEqual(members);
    expect(Object.keys(hold.links)).toEqual(['self', 'metadata']);
  });

  test('has members of the contract’s types', async () => {
    const { patron, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 14 });
    const { collectionToken } = (await patron.profile()).body;
    const [hold] = (await patron.list()).body.holds;
    const self = `${PUBLIC_URL}/v1/patrons/me/holds/${title.reserveId}`;
    expect(hold).toMatchObject({
      reserveId: title.reserveId,
      crossRefId: title.crossRefId,
      emailAddress: patron.emailAddress,
      autoCheckout: false,
      holdListPosition: 1,
      numberOfHolds: 1,
      holdSuspension: { suspensionType: 'limited', numberOfDays: 14 },
      holdPlacedDate: expect.stringMatching(TIMESTAMP),
      links: {
        self: { href: self, type: 'application/vnd.holdfast.circulation.api+json' },
        metadata: {
          href: `${CATALOG_URL}/v1/collections/${collectionToken}/products/${title.reserveId}/metadata`,
          type: 'application/vnd.holdfast.api+json',
        },
      },
    });
    expect(Object.keys(hold.holdSuspension)).toEqual(['suspensionType', 'numberOfDays']);
  });

  test('of an indefinite suspension has 0 days', async () => {
    const { patron } = await library.suspended();
    expect((await patron.list()).body.holds[0].holdSuspension).toEqual({
      suspensionType: 'indefinite',
      numberOfDays: 0,
    });
  });

  test('that is ready has its expiry, with a time zone', async () => {
    const { patron } = await library.ready();
    expect((await patron.list()).body.holds[0].holdExpires).toMatch(TIMESTAMP);
  });

  test('placed without an address has an empty one', async () => {
    const { patron } = await library.waiting({ ignoreHoldEmail: true });
    expect((await patron.list()).body.holds[0].emailAddress).toBe('');
  });

  test.each([true, 'true', false, 'nonsense'])(
    'has autoCheckout false, even if the request had %j',
    async (requested) => {
      const patron = await library.addPatron();
      const title = await library.addTitle();
      const placed = await patron.place(title, {
        emailAddress: 'reader@example.org',
        autoCheckout: requested,
      });
      expect(placed.status).toBe(201);
      expect(placed.body).not.toHaveProperty('autoCheckout');
      expect((await patron.list()).body.holds[0].autoCheckout).toBe(false);
    },
  );
});

describe('the actions of a listed hold', () => {
  const self = (title: { reserveId: string }): string =>
    `${PUBLIC_URL}/v1/patrons/me/holds/${title.reserveId}`;
  const suspensionFields = [
    { name: 'suspensionType', type: 'text', options: ['indefinite', 'limited'], optional: false },
    { name: 'numberOfDays', type: 'number', optional: true },
  ];

  test('that waits: remove, edit, suspend', async () => {
    const { patron, title } = await library.waiting();
    const { actions } = (await patron.list()).body.holds[0];
    expect(Object.entries(actions)).toEqual([
      ['removeHold', { href: self(title), method: 'delete' }],
      [
        'editHold',
        {
          href: self(title),
          type: 'application/json',
          method: 'put',
          fields: [{ name: 'emailAddress', type: 'text', value: patron.emailAddress, optional: true }],
        },
      ],
      [
        'addSuspension',
        {
          href: `${self(title)}/suspension`,
          type: 'application/json',
          method: 'post',
          fields: suspensionFields,
        },
      ],
    ]);
  });

  test('that is suspended: remove, edit, change the suspension, release it', async () => {
    const { patron, title } = await library.suspended();
    const { actions } = (await patron.list()).body.holds[0];
    expect(Object.keys(actions)).toEqual(['removeHold', 'editHold', 'editSuspension', 'releaseSuspension']);
    expect(actions.editSuspension).toEqual({
      href: `${self(title)}/suspension`,
      type: 'application/json',
      method: 'put',
      fields: suspensionFields,
    });
    expect(actions.releaseSuspension).toEqual({ href: `${self(title)}/suspension`, method: 'delete' });
  });

  test('that is ready: remove, suspend, and last check out, with the title’s own formats', async () => {
    const patron = await library.addPatron();
    const title = await library.addTitle(1, {
      formats: ['audiobook-mp3', 'audiobook-wma'],
      formatClass: 'Audiobook',
    });
    await patron.place(title);
    const { actions } = (await patron.list()).body.holds[0];
    expect(Object.keys(actions)).toEqual(['removeHold', 'addSuspension', 'checkout']);
    expect(actions.checkout).toEqual({
      href: `${PUBLIC_URL}/v1/patrons/me/checkouts`,
      type: 'application/json',
      method: 'post',
      fields: [
        { name: 'reserveId', type: 'text', value: title.reserveId, optional: false },
        { name: 'formatType', type: 'text', options: ['audiobook-mp3', 'audiobook-wma'], optional: true },
      ],
    });
  });

  test('all options and values are strings, also those of numbers', async () => {
    for (const condition of ['waiting', 'suspended', 'ready'] as const) {
      const { patron } = await library[condition]();
      const { actions } = (await patron.list()).body.holds[0];
      for (const { fields = [] } of Object.values<{ fields?: { value?: unknown; options?: unknown[] }[] }>(
        actions,
      ))
        for (const { value = '', options = [] } of fields)
          for (const text of [value, ...options]) expect(typeof text).toBe('string');
    }
  });
});

describe('the request', () => {
  test('with a trailing slash has the same answer, not a redirect', async () => {
    const { patron } = await library.waiting();
    const [plain, slashed] = [await patron.list(), await patron.get(`${HOLDS}/`)];
    expectOk(slashed);
    expect(slashed.body).toEqual(plain.body);
  });

  test('may have a query, which is ignored', async () => {
    const { patron } = await library.waiting();
    for (const query of ['?limit=0', '?offset=9', '?x=%zz', '?websiteid=38&patronId=1']) {
      const answer = await patron.get(`${HOLDS}${query}`);
      expectOk(answer);
      expect(answer.body.totalItems).toBe(1);
    }
  });
});

test('a method that is not allowed is refused with those that are', async () => {
  const { patron } = await library.waiting();
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const answer = await patron.send(method, HOLDS);
    expectRefusal(answer, 'MethodNotAllowed', 'GET, HEAD, POST, OPTIONS');
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
  }
  expect((await patron.list()).body.totalItems).toBe(1);
});
