import { caller, ok, refused } from './support/caller.js';
import { readByLinks } from './support/harvest.js';
import { OWN_TITLES, shelfOf } from './support/lending-library.js';
import {
  anObject,
  elementWhere,
  exactly,
  listOfLength,
  memberAt,
  members,
  time,
  type Reading,
  words,
} from './support/reading.js';
import { replay } from './support/replay.js';
import { canLock, download, holdList, loanList, signInRefused, token } from './support/shapes.js';

/** Python's requests. Pydantic reads the answers: a member of a wrong type loses the whole answer. */
const HTTP = { accept: '*/*', 'user-agent': 'Palace Manager' };
const basic = caller({
  ...HTTP,
  authorization: '<basic>',
  'content-type': 'application/x-www-form-urlencoded',
});
const IMPORTER = { ...HTTP, authorization: 'Bearer <clientToken>' };
const importer = caller(IMPORTER);
const PATRON = { ...HTTP, authorization: 'Bearer <patronToken>' };
const WITH_JSON = { ...PATRON, 'content-type': 'application/json' };
const reader = caller(PATRON, WITH_JSON);
/** What follows an action sends a content type, body or not. */
const follower = caller(WITH_JSON);

const SHELF = 60;
const ME = '/v1/patrons/me';
const PRODUCTS = '/v1/collections/<collection>/products';
const FROM_THE_BEGINNING = `${PRODUCTS}?lastUpdateTime=1969-12-31T22%3A00%3A00Z&limit=25`;
const SIGN_IN = 'grant_type=password&scope=websiteid%3A<websiteId>+authorizationname%3Amain';
const EMAIL = 'ada@example.org';
const ERROR_PAGE = 'http%3A%2F%2Fthepalaceproject.org%2F';

/** Palace fills in two variables of a download link, and stops at any other. */
const downloadable: Reading = (value, at) =>
  [
    ...JSON.stringify(memberAt(value, 'linkTemplates.downloadLink.href') ?? '{missing}').matchAll(
      /\{(\w+)\}/g,
    ),
  ]
    .filter(([, name = '']) => !['errorpageurl', 'odreadauthurl'].includes(name))
    .map(([variable]) => `${at} has ${variable}`);

const { conversation, operations } = replay(shelfOf(SHELF));

operations({
  'Palace gets a token, the library and its accounts': [
    basic.post('/token', 'grant_type=client_credentials', ok(token), { clientToken: 'access_token' }),
    importer.get('/v1/libraries/<websiteId>', anObject, {
      collection: 'collectionToken',
      accounts: 'links.advantageAccounts.href',
    }),
    importer.get('<accounts>'),
  ],
  "Palace's import reads a page of products as bibliographic records": [
    importer.get(FROM_THE_BEGINNING, anObject, {
      metadata: 'products.0.links.metadata.href',
      availability: 'products.0.links.availabilityV2.href',
    }),
    importer.get('<metadata>'),
    importer.get('<availability>'),
  ],
  "Palace's import knows which titles are read or heard online": [
    importer.get(
      `${PRODUCTS}/<online>/metadata`,
      members({ formats: elementWhere('id', 'ebook-overdrive', anObject) }),
    ),
    importer.get(
      `${PRODUCTS}/<audio>/metadata`,
      members({ formats: elementWhere('id', 'audiobook-overdrive', anObject) }),
    ),
    importer.get(`${PRODUCTS}/<bare>/metadata`),
  ],
  'Palace counts the copies of the main account, and none of an unknown title': [
    importer.get(
      '/v2/collections/<collection>/products/<free>/availability',
      members({
        accounts: elementWhere('id', '-1', members({ id: exactly(-1), copiesOwned: exactly(3) })),
      }),
    ),
    importer.get('/v2/collections/<collection>/products/<unknown>/availability', refused(404, 'NotFound')),
  ],
});

test("Palace's import follows the links from before 1970 on, and sees every title once", async () => {
  const ids = await readByLinks(FROM_THE_BEGINNING, {
    conversation: conversation(),
    headers: IMPORTER,
  });
  expect([ids.length, new Set(ids).size]).toEqual([SHELF + OWN_TITLES, SHELF + OWN_TITLES]);
});

test("Palace's reaper reads all titles, the newest first, and sees every title once", async () => {
  const first = `${PRODUCTS}?sort=dateAdded%3Adesc`;
  const ids = await readByLinks(first, { conversation: conversation(), headers: IMPORTER });
  expect([ids.length, new Set(ids).size]).toEqual([SHELF + OWN_TITLES, SHELF + OWN_TITLES]);
});

operations({
  'Palace says that a PIN is wrong': [
    basic.post('/patrontoken', `${SIGN_IN}&username=<otherCard>&password=0000`, signInRefused),
  ],
  'Palace signs a patron in and reads the whole account': [
    basic.post('/patrontoken', `${SIGN_IN}&username=<card>&password=<pin>`, ok(token), {
      patronToken: 'access_token',
    }),
    reader.get(ME),
    reader.get(`${ME}/checkouts`, loanList(0)),
    reader.get(`${ME}/holds`, holdList(0)),
  ],
  'Palace places a hold, sees it, and releases it twice': [
    reader.post(`${ME}/holds`, { reserveId: '<waiting>', emailAddress: EMAIL }),
    reader.post(
      `${ME}/holds`,
      { reserveId: '<waiting>', emailAddress: EMAIL },
      refused(400, 'AlreadyOnWaitList'),
    ),
    reader.get(`${ME}/holds`, holdList(1)),
    reader.delete(`${ME}/holds/<waiting>`),
    reader.delete(`${ME}/holds/<waiting>`, refused(404, 'PatronDoesntHaveTitleOnHold')),
  ],
  'Palace tells apart why there is no loan': [
    reader.post(`${ME}/checkouts`, { reserveId: '<waiting>' }, refused(400, 'NoCopiesAvailable')),
    reader.post(`${ME}/checkouts`, { reserveId: '<unknown>' }, refused(400, 'TitleNotInCollection')),
    reader.get(`${ME}/checkouts/<waitingInCapitals>`, refused(400, 'TitleNotCheckedOut')),
  ],
  'Palace shows until when a ready hold can be borrowed': [
    reader.post(`${ME}/holds`, { reserveId: '<free>', emailAddress: EMAIL }),
    reader.get(`${ME}/holds`, holdList(1, members({ holdExpires: time }))),
  ],
  'Palace borrows a title, and finds the loan when it has it already': [
    reader.post(`${ME}/checkouts`, { reserveId: '<free>' }),
    reader.post(`${ME}/checkouts`, { reserveId: '<free>' }, refused(400, 'TitleAlreadyCheckedOut')),
    reader.get(`${ME}/checkouts/<freeInCapitals>`),
  ],
  "Palace's list of loans shows a loan by the format it could lock in": [
    reader.get(`${ME}/checkouts`, loanList(1, canLock('ebook-epub-adobe')), {
      lock: 'checkouts.0.actions.format.href',
      lockId: 'checkouts.0.actions.format.fields.name=reserveId.value',
      earlyReturn: 'checkouts.0.actions.earlyReturn.href',
    }),
  ],
  'Palace locks a format in by the action of the loan, and opens it': [
    follower.post('<lock>', { reserveId: '<lockId>', formatType: 'ebook-epub-adobe' }),
    reader.get(
      `${ME}/checkouts`,
      loanList(1, members({ isFormatLockedIn: exactly(true), formats: listOfLength(1, downloadable) })),
      { format: 'checkouts.0.formats.0.links.self.href' },
    ),
    reader.get(`<format>/downloadlink?errorpageurl=${ERROR_PAGE}`, download),
  ],
  'Palace returns a title by the action of the loan': [
    follower.delete('<earlyReturn>'),
    reader.get(`${ME}/checkouts/<freeInCapitals>`, refused(400, 'TitleNotCheckedOut')),
  ],
  'Palace lists a title that is read online at once, and opens it': [
    reader.post(`${ME}/checkouts`, { reserveId: '<online>' }),
    reader.get(`${ME}/checkouts`, loanList(1, members({ formats: listOfLength(1, downloadable) })), {
      reading: 'checkouts.0.formats.formatType=ebook-overdrive.links.self.href',
    }),
    reader.get(`<reading>/downloadlink?errorpageurl=${ERROR_PAGE}&odreadauthurl=`, download),
    reader.delete(`${ME}/checkouts/<online>`),
  ],
  "Palace's app gets the manifest of an audiobook by the address of its download link": [
    reader.post(`${ME}/checkouts`, { reserveId: '<audio>' }),
    reader.get(`${ME}/checkouts`, loanList(1), {
      listening: 'checkouts.0.formats.formatType=audiobook-overdrive.links.self.href',
    }),
    reader.get(`<listening>/downloadlink?errorpageurl=${ERROR_PAGE}&odreadauthurl=`, download),
    reader.get('<listening>/downloadlink?contentfile=true', members({ formatType: words, links: anObject })),
    reader.delete(`${ME}/checkouts/<audio>`),
  ],
});
