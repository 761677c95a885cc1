import { expectOk, TIMESTAMP } from '../../support/answers.js';
import { PUBLIC_URL } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';
import { CHECKOUTS } from '../../support/paths.js';
import { formatRecord } from '../../support/checkouts/expected-formats.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const SELF = {
  href: `${PUBLIC_URL}/v1/patrons/me/checkouts`,
  type: 'application/vnd.holdfast.circulation.api+json',
};

test('a patron without loans has an empty list, with its address', async () => {
  const answer = await (await library.addPatron()).loans();
  expectOk(answer);
  expect(answer.text).toBe(
    JSON.stringify({ totalItems: 0, totalCheckouts: 0, checkouts: [], links: { self: SELF } }),
  );
});

test('the address of the list is the one that the profile links to', async () => {
  const patron = await library.addPatron();
  const { links } = (await patron.profile()).body;
  expect(links.checkouts).toEqual(SELF);
  expectOk(await patron.get(new URL(links.checkouts.href).pathname));
});

test('the list is newest first, and both totals are its length', async () => {
  const patron = await library.addPatron();
  const titles = [await library.addTitle(1), await library.addTitle(1), await library.addTitle(1)];
  for (const title of titles) await patron.borrow(title);
  const answer = await patron.loans();
  expectOk(answer);
  expect(Object.keys(answer.body)).toEqual(['totalItems', 'totalCheckouts', 'checkouts', 'links']);
  expect(answer.body).toMatchObject({ totalItems: 3, totalCheckouts: 3, links: { self: SELF } });
  const loans = answer.body.checkouts as { crossRefId: number }[];
  expect(loans.map(({ crossRefId }) => crossRefId)).toEqual(
    titles.map(({ crossRefId }) => crossRefId).reverse(),
  );
});

test('a loan in the list has exactly its members, of the contract’s types', async () => {
  const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
  await patron.borrow(title, { formatType: 'ebook-epub-adobe' });
  const [loan] = (await patron.loans()).body.checkouts;
  expect(Object.keys(loan)).toEqual([
    'reserveId',
    'crossRefId',
    'checkoutDate',
    'expires',
    'isFormatLockedIn',
    'formats',
    'links',
    'actions',
  ]);
  expect(loan).toMatchObject({
    ...title,
    checkoutDate: expect.stringMatching(TIMESTAMP),
    expires: expect.stringMatching(TIMESTAMP),
    isFormatLockedIn: true,
    formats: [formatRecord(title, 'ebook-epub-adobe', 'download')],
  });
  expect(Object.keys(loan.formats[0])).toEqual([
    'reserveId',
    'crossRefId',
    'formatType',
    'links',
    'linkTemplates',
  ]);
  expect(Object.keys(loan.formats[0].linkTemplates)).toEqual(['downloadLink', 'downloadLinkV2']);
  expect(Object.keys(loan.links)).toEqual(['self', 'metadata', 'downloadRedirect']);
  expect(Object.keys(loan.actions)).toEqual(['earlyReturn']);
});

test('a patron sees their own loans only', async () => {
  const [[first, second], title] = [await library.addPatrons(2), await library.addTitle(2)];
  await first.borrow(title);
  expect((await first.loans()).body.totalItems).toBe(1);
  expect((await second.loans()).body.totalItems).toBe(0);
});

test('a hold is not a loan, nor a loan a hold', async () => {
  const { patron, title } = await library.ready();
  expect((await patron.loans()).body.totalItems).toBe(0);
  await patron.borrow(title);
  expect((await patron.loans()).body.totalItems).toBe(1);
  expect((await patron.list()).body.totalItems).toBe(0);
});

test('the list may be asked for with a trailing slash', async () => {
  expectOk(await (await library.addPatron()).get(`${CHECKOUTS}/`));
});
