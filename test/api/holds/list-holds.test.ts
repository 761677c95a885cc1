import { expectCreated, expectOk, TIMESTAMP } from '../../support/answers.js';
import { HOLDS } from '../../support/paths.js';
import { CATALOG_URL, PUBLIC_URL } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

const link = (path: string): object => ({
  href: `${PUBLIC_URL}${path}`,
  type: 'application/vnd.holdfast.circulation.api+json',
});
const LINKS = { self: link('/v1/patrons/me/holds'), pace: link('/v1/patrons/me/holds/pace') };

test('a patron without holds has an empty list with its links', async () => {
  const answer = await (await library.addPatron()).list();
  expectOk(answer);
  expect(answer.text).toBe(JSON.stringify({ totalItems: 0, holds: [], links: LINKS }));
});

test('the list is newest first, whatever happens to the holds later, and its total is its length', async () => {
  const patron = await library.addPatron();
  const titles = [await library.addTitle(), await library.addTitle(1), await library.addTitle()] as const;
  for (const title of titles) await patron.place(title);
  await patron.suspend(titles[0]);
  await library.setCopiesOwned(titles[2], 1);
  const answer = await patron.list();
  expectOk(answer);
  expect(Object.keys(answer.body)).toEqual(['totalItems', 'holds', 'links', 'actions']);
  expect(answer.body).toMatchObject({ totalItems: 3, links: LINKS });
  expect((answer.body.holds as { crossRefId: number }[]).map(({ crossRefId }) => crossRefId)).toEqual(
    titles.map(({ crossRefId }) => crossRefId).reverse(),
  );
});

test('a patron sees their own holds only', async () => {
  const { patron, title } = await library.waiting();
  const other = await library.addPatron();
  await other.place(title);
  expect((await patron.list()).body).toMatchObject({ totalItems: 1, holds: [{ holdListPosition: 1 }] });
  expect((await other.list()).body).toMatchObject({ totalItems: 1, holds: [{ holdListPosition: 2 }] });
});

const COMMON = [
  'reserveId',
  'crossRefId',
  'emailAddress',
  'autoCheckout',
  'holdListPosition',
  'numberOfHolds',
];

describe('a listed hold', () => {
  test.each([
    ['waiting', [...COMMON, 'holdPlacedDate', 'links', 'actions']],
    ['suspended', [...COMMON, 'holdSuspension', 'holdPlacedDate', 'links', 'actions']],
    ['ready', [...COMMON, 'holdPlacedDate', 'holdExpires', 'links', 'actions']],
  ] as const)('that is %s has exactly its members, and is the same by itself', async (condition, members) => {
    const { patron, title } = await library[condition]();
    const [hold] = (await patron.list()).body.holds;
    expect(Object.keys(hold)).toEqual(members);
    expect(Object.keys(hold.links)).toEqual(['self', 'metadata', 'otherFormats']);
    if (condition === 'ready') expect(hold.holdExpires).toMatch(TIMESTAMP);
    const found = await patron.find(title);
    expectOk(found);
    expect(found.text).toBe(JSON.stringify(hold));
  });

  test('has members of the contract’s types', async () => {
    const { patron, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 14 });
    const { collectionToken } = (await patron.profile()).body;
    const [hold] = (await patron.list()).body.holds;
    expect(hold).toMatchObject({
      reserveId: title.reserveId,
      crossRefId: title.crossRefId,
      emailAddress: patron.emailAddress,
      autoCheckout: false,
      holdListPosition: 1,
      numberOfHolds: 1,
      holdPlacedDate: expect.stringMatching(TIMESTAMP),
      links: {
        self: link(`/v1/patrons/me/holds/${title.reserveId}`),
        metadata: {
          href: `${CATALOG_URL}/v1/collections/${collectionToken}/products/${title.reserveId}/metadata`,
          type: 'application/vnd.holdfast.api+json',
        },
      },
    });
    expect(JSON.stringify(hold.holdSuspension)).toBe('{"suspensionType":"limited","numberOfDays":14}');
  });

  test('of an indefinite suspension has 0 days, and one without an address has an empty one', async () => {
    const { patron } = await library.suspended(undefined, { ignoreHoldEmail: true });
    expect((await patron.list()).body.holds[0]).toMatchObject({
      emailAddress: '',
      holdSuspension: { suspensionType: 'indefinite', numberOfDays: 0 },
    });
  });

  test.each([true, 'true', 'nonsense'])(
    'has autoCheckout false, even if the request had %j',
    async (autoCheckout) => {
      const [patron, title] = [await library.addPatron(), await library.addTitle()];
      const placed = await patron.place(title, { emailAddress: 'reader@example.org', autoCheckout });
      expectCreated(placed);
      expect(placed.body).not.toHaveProperty('autoCheckout');
      expect((await patron.list()).body.holds[0].autoCheckout).toBe(false);
    },
  );
});

test('the URL in Location and links.self finds the hold', async () => {
  const [patron, title] = [await library.addPatron(), await library.addTitle()];
  const placed = await patron.place(title);
  const found = await patron.get(new URL(placed.headers.get('location') ?? '').pathname);
  expectOk(found);
  expect(found.body.links.self).toEqual(placed.body.links.self);
});

test('the address of the list may end with a slash, or have a query, which is ignored', async () => {
  const { patron } = await library.waiting();
  const { text } = await patron.list();
  for (const end of ['/', '?limit=0', '?offset=9', '?x=%zz', '?websiteid=38&patronId=1']) {
    const answer = await patron.get(`${HOLDS}${end}`);
    expectOk(answer);
    expect(answer.text).toBe(text);
  }
});
