import { caller, refused } from './support/caller.js';
import { anObject, elementWhere, exactly, listOfLength, matching, members } from './support/reading.js';
import { replay } from './support/replay.js';
import { canLock, download, holdList, href, loanList, signInRefused, token } from './support/shapes.js';

/** Perl's LWP: `bearer` in lower case, and a content type with a charset. */
const HTTP = { te: 'deflate,gzip;q=0.3', 'user-agent': 'libwww-perl/6.68' };
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const basic = caller({
  ...HTTP,
  authorization: '<basic>',
  'content-type': 'application/x-www-form-urlencoded',
});
const visitor = caller({ ...HTTP, authorization: 'bearer <clientToken>' });
const PATRON = { ...HTTP, authorization: 'bearer <patronToken>' };
const reader = caller(PATRON, { ...PATRON, ...JSON_TYPE });
const stranger = caller({ ...HTTP, authorization: 'Bearer dead' });

const PRODUCTS = '/v1/collections/<collection>/products';
const ME = '/v1/patrons/me';
const SCOPE = 'scope=websiteid%3A<websiteId>+authorizationname%3Amain';

const { operations } = replay();

operations({
  "Koha's catalogue gets a token and finds the library": [
    basic.post(
      '/token',
      'grant_type=client_credentials',
      { status: 200, body: token },
      { clientToken: 'access_token' },
    ),
    visitor.get('/v1/libraries/<websiteId>', anObject, { collection: 'collectionToken' }),
  ],
  "Koha's search finds titles by a word": [
    visitor.get(`${PRODUCTS}?limit=2&q=dracula`),
    visitor.get(`${PRODUCTS}?limit=5&offset=0&q=dracula`),
  ],
  "Koha's search turns pages by their links": [
    visitor.get(`${PRODUCTS}?limit=3`, members({ totalItems: exactly(7), links: members({ next: href }) }), {
      next: 'links.next.href',
      last: 'links.last.href',
      firstTitle: 'products.0.id',
    }),
    visitor.get('<next>', members({ offset: exactly(3), links: members({ prev: href }) }), {
      prev: 'links.prev.href',
    }),
    visitor.get('<last>', members({ offset: exactly(6) })),
    visitor.get('<prev>', members({ products: elementWhere('id', '<firstTitle>', anObject) })),
  ],
  "Koha's search sorts by names of its own, with encoded colons": [
    'dateadded%3Adesc',
    'starrating%3Adesc',
    'title',
    'author',
    'popularity',
  ].map((sort) => visitor.get(`${PRODUCTS}?limit=3&q=the&sort=${sort}`, anObject)),
  "Koha's search narrows to two formats": [
    visitor.get(`${PRODUCTS}?formats=ebook-epub-open%2Cebook-kindle&limit=3&q=the`),
  ],
  "Koha's page of a title shows metadata and availability, by the links of the search or by an id": [
    visitor.get(`${PRODUCTS}?limit=5&q=dracula`, anObject, {
      metadata: 'products.0.links.metadata.href',
      availability: 'products.0.links.availability.href',
    }),
    visitor.get('<metadata>'),
    visitor.get('<availability>'),
    visitor.get(`${PRODUCTS}/<freeInCapitals>/metadata`),
    visitor.get(`${PRODUCTS}/<bare>/metadata`),
    visitor.get(`${PRODUCTS}/<free>/availability`),
  ],
  'Koha shows why a sign-in is refused': [
    basic.post(
      '/patrontoken',
      `username=<otherCard>&${SCOPE}&grant_type=password&password=0000`,
      signInRefused,
    ),
  ],
  'Koha signs a patron in and shows an empty account': [
    basic.post(
      '/patrontoken',
      `${SCOPE}&username=<card>&grant_type=password&password=<pin>`,
      { status: 200, body: token },
      { patronToken: 'access_token' },
    ),
    reader.get(ME, anObject, { patronsCollection: 'collectionToken' }),
    reader.get(`${ME}/checkouts`, loanList(0)),
    reader.get(`${ME}/holds`, holdList(0)),
  ],
  'Koha places holds, without an address and with one': [
    reader.post(`${ME}/holds`, { reserveId: '<waiting>', ignoreHoldEmail: 'true' }),
    reader.post(`${ME}/holds`, {
      reserveId: '<alsoWaiting>',
      autoCheckout: 'true',
      emailAddress: 'ada@example.org',
    }),
  ],
  'Koha shows the hold that it is asked to place twice, and a message for an unknown title': [
    reader.post(
      `${ME}/holds`,
      { reserveId: '<waiting>', ignoreHoldEmail: 'true' },
      refused(400, 'AlreadyOnWaitList'),
    ),
    reader.get(`${ME}/holds/<waiting>`),
    reader.post(`${ME}/holds`, { reserveId: '<unknown>', ignoreHoldEmail: 'true' }, refused(404, 'NotFound')),
  ],
  "Koha's account page lists holds with the metadata of each, by the patron's token": [
    reader.get(`${ME}/holds`, holdList(2)),
    reader.get('/v1/collections/<patronsCollection>/products/<waiting>/metadata'),
  ],
  'Koha removes holds, and takes a hold that is not there for removed': [
    reader.delete(`${ME}/holds/<waiting>`),
    reader.delete(`${ME}/holds/<waiting>`, refused(404, 'PatronDoesntHaveTitleOnHold')),
    reader.delete(`${ME}/holds/<alsoWaiting>`),
  ],
  'Koha borrows a title without choosing a format': [
    reader.post(`${ME}/checkouts`, { reserveId: '<free>' }, members({ isFormatLockedIn: exactly(false) })),
  ],
  'Koha shows the loan of a title that is borrowed already': [
    reader.post(`${ME}/checkouts`, { reserveId: '<free>' }, refused(400, 'TitleAlreadyCheckedOut')),
    reader.get(`${ME}/checkouts/<free>`),
  ],
  "Koha's account page lists a loan with the formats that can be locked in": [
    reader.get(`${ME}/checkouts`, loanList(1, canLock('ebook-epub-adobe'))),
  ],
  'Koha locks a format in, and asks for it again': [1, 2].map(() =>
    reader.post(
      `${ME}/checkouts/<free>/formats`,
      { reserveId: '<free>', formatType: 'ebook-epub-adobe' },
      members({ reserveId: exactly('<free>'), formatType: exactly('ebook-epub-adobe') }),
    ),
  ),
  "Koha's account page lists a loan with its formats": [
    reader.get(
      `${ME}/checkouts`,
      loanList(
        1,
        members({
          isFormatLockedIn: exactly(true),
          formats: listOfLength(
            1,
            members({ reserveId: exactly('<free>'), linkTemplates: members({ downloadLink: href }) }),
          ),
        }),
      ),
    ),
    reader.get(
      `${ME}/checkouts/<free>/formats`,
      members({
        formats: listOfLength(
          1,
          members({ reserveId: exactly('<free>'), linkTemplates: members({ downloadLink: href }) }),
        ),
      }),
    ),
  ],
  'Koha leads the patron to the download, also without an address for success': [
    reader.get(
      `${ME}/checkouts/<free>/formats/ebook-epub-adobe/downloadlink?errorurl=http%3A%2F%2Fopac.example%2Fe&successurl=http%3A%2F%2Fopac.example%2Fs`,
      download,
    ),
    reader.get(
      `${ME}/checkouts/<free>/formats/ebook-epub-adobe/downloadlink?errorurl=http%3A%2F%2Fopac.example%2Fe&successurl=`,
      download,
    ),
  ],
  'Koha returns a title, and takes one that is not on loan for returned': [
    reader.delete(`${ME}/checkouts/<free>`),
    reader.delete(`${ME}/checkouts/<free>`, refused(400, 'PatronDoesntHaveTitleCheckedOut')),
  ],
  'Koha gets a new token when the old one is refused': [
    stranger.get(ME, {
      ...refused(401, 'Unauthorized'),
      headers: { 'www-authenticate': matching(/invalid_token/) },
    }),
  ],
});
