import { caller, ok, refused } from './support/caller.js';
import { readByLinks } from './support/harvest.js';
import { OWN_TITLES, shelfOf } from './support/lending-library.js';
import { anObject, exactly, listOfLength, members, type Reading, words } from './support/reading.js';
import { replay } from './support/replay.js';
import { download, holdList, loanList, signInRefused, token } from './support/shapes.js';

/** Python's requests: two ways to write the type of JSON, and ids in capitals in paths and bodies. */
const HTTP = { accept: '*/*', 'user-agent': 'python-requests/2.28' };
const basic = caller({
  ...HTTP,
  authorization: '<basic>',
  'content-type': 'application/x-www-form-urlencoded',
});
const IMPORTER = { ...HTTP, authorization: 'Bearer <clientToken>' };
const importer = caller(IMPORTER);
const PATRON = { ...HTTP, authorization: 'Bearer <patronToken>' };
const patron = caller(PATRON, { ...PATRON, 'content-type': 'application/json; charset=utf-8' });

const SHELF = 320;
const ME = '/v1/patrons/me';
const PRODUCTS = '/v1/collections/<collection>/products';
const NEWEST_FIRST = `${PRODUCTS}?sort=dateAdded%3Adesc`;
const CHANGED = `${PRODUCTS}?lastUpdateTime=`;
const SCOPE = 'scope=websiteid%3A<websiteId>+authorizationname%3Amain';
const EMAIL = 'ada@example.org';
const LOCK = `${ME}/checkouts/<freeInCapitals>/formats`;

const { conversation, operations } = replay(shelfOf(SHELF));

operations({
  "NYPL's importer gets a token, the library and its accounts": [
    basic.post('/token', 'grant_type=client_credentials', ok(token), { clientToken: 'access_token' }),
    importer.get('/v1/libraries/<websiteId>', anObject, {
      collection: 'collectionToken',
      accounts: 'links.advantageAccounts.href',
    }),
    importer.get('<accounts>'),
  ],
  "NYPL's importer reads metadata, also of a title of which hardly anything is known": [
    importer.get(`${PRODUCTS}/<free>/metadata`),
    importer.get(`${PRODUCTS}/<bare>/metadata`),
    importer.get(`${PRODUCTS}/<unknown>/metadata`, refused(404, 'NotFound')),
  ],
});

test("NYPL's monitor of new titles reads all of them, the newest first", async () => {
  const dates: string[] = [];
  const read: Reading = (value) => {
    dates.push(
      ...((value as { products: { dateAdded: string }[] }).products ?? []).map(({ dateAdded }) => dateAdded),
    );
    return [];
  };
  const ids = await readByLinks(NEWEST_FIRST, {
    conversation: conversation(),
    headers: IMPORTER,
    page: read,
  });
  expect([ids.length, new Set(ids).size]).toEqual([SHELF + OWN_TITLES, SHELF + OWN_TITLES]);
  expect(dates).toEqual([...dates].sort().reverse());
  // The one title that has been here longer comes last.
  expect(ids.at(-1)).toBe(conversation().value('free'));
});

test("NYPL's monitor of changes asks by time and popularity at once, and sees every title once", async () => {
  const first = `${CHANGED}1970-01-01T22%3A00%3A00Z&sort=popularity%3Adesc&limit=300`;
  const ids = await readByLinks(first, { conversation: conversation(), headers: IMPORTER });
  expect([ids.length, new Set(ids).size]).toEqual([SHELF + OWN_TITLES, SHELF + OWN_TITLES]);
});

operations({
  "NYPL's monitor of changes finds nothing since a time to come": [
    importer.get(
      `${CHANGED}2989-12-31T22%3A00%3A00Z&sort=popularity%3Adesc&limit=300`,
      members({ totalItems: exactly(0), products: listOfLength(0, anObject) }),
    ),
  ],
  'NYPL takes a refused PIN for what it is by the status 400': [
    basic.post(
      '/patrontoken',
      `grant_type=password&username=<otherCard>&${SCOPE}&password=0000`,
      signInRefused,
    ),
  ],
  'NYPL signs a patron in and shows an empty account': [
    basic.post('/patrontoken', `grant_type=password&username=<card>&${SCOPE}&password=<pin>`, ok(token), {
      patronToken: 'access_token',
    }),
    patron.get(ME, members({ collectionToken: words })),
    patron.get(`${ME}/checkouts`, loanList(0)),
    patron.get(`${ME}/holds`, holdList(0)),
  ],
  'NYPL places a hold, and finds it by its id in capitals when it is there already': [
    patron.post(`${ME}/holds`, { reserveId: '<waiting>', emailAddress: EMAIL }),
    patron.post(
      `${ME}/holds`,
      { reserveId: '<waiting>', emailAddress: EMAIL },
      refused(400, 'AlreadyOnWaitList'),
    ),
    patron.get(`${ME}/holds/<waitingInCapitals>`),
    patron.get(`${ME}/holds`, holdList(1)),
  ],
  'NYPL releases a hold twice': [
    patron.delete(`${ME}/holds/<waiting>`),
    patron.delete(`${ME}/holds/<waiting>`, refused(404, 'PatronDoesntHaveTitleOnHold')),
  ],
  'NYPL looks at the availability when no copy is free': [
    patron.post(`${ME}/checkouts`, { reserveId: '<waiting>' }, refused(400, 'NoCopiesAvailable')),
    importer.get('/v2/collections/<collection>/products/<waiting>/availability'),
    patron.get(`${ME}/checkouts/<freeInCapitals>`, refused(400, 'TitleNotCheckedOut')),
    patron.post(`${ME}/checkouts`, { reserveId: '<unknown>' }, refused(400, 'TitleNotInCollection')),
  ],
  'NYPL borrows a title, and finds the loan when it has it already': [
    patron.post(`${ME}/checkouts`, { reserveId: '<free>' }),
    patron.post(`${ME}/checkouts`, { reserveId: '<free>' }, refused(400, 'TitleAlreadyCheckedOut')),
    patron.get(`${ME}/checkouts/<freeInCapitals>`),
  ],
  'NYPL reads the message word for word when a format cannot be locked in': [
    patron.post(
      LOCK,
      { reserveId: '<freeInCapitals>', formatType: 'ebook-pdf-adobe' },
      {
        status: 400,
        body: members({ message: exactly('The selected format may not be available for this title.') }),
      },
    ),
  ],
  'NYPL locks a format in, by ids in capitals, and opens it': [
    patron.post(LOCK, { reserveId: '<freeInCapitals>', formatType: 'ebook-epub-adobe' }),
    patron.get(
      `${ME}/checkouts`,
      loanList(1, members({ isFormatLockedIn: exactly(true), formats: listOfLength(1, anObject) })),
    ),
    patron.get(
      `${ME}/checkouts/<free>/formats/ebook-epub-adobe/downloadlink?errorpageurl=http://librarysimplified.org/`,
      download,
    ),
    patron.delete(`${ME}/checkouts/<free>`),
  ],
});
