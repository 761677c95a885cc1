import { caller, ok, refused } from './support/caller.js';
import { CONTENT_URL } from './support/lending-library.js';
import {
  all,
  anObject,
  beginningWith,
  elementWhere,
  exactly,
  lastMember,
  listOfLength,
  members,
  time,
  words,
} from './support/reading.js';
import { replay } from './support/replay.js';
import { canLock, download, holdList, href, loanList, signInRefused, token } from './support/shapes.js';

/** PHP on curl: a patron's requests name a content type even where there is no body. */
const HTTP = { accept: '*/*', 'user-agent': 'VuFind' };
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';
const basic = caller({ ...HTTP, authorization: '<basic>', 'content-type': FORM });
const visitor = caller({ ...HTTP, authorization: 'bearer <clientToken>' });
const patron = caller({ ...HTTP, authorization: 'bearer <patronToken>', 'content-type': 'application/json' });

const ME = '/v1/patrons/me';
const SCOPE = 'scope=websiteId:<websiteId>%20authorizationname:main';
const SIGN_IN = `grant_type=password&username=<card>&password=<pin>&${SCOPE}`;
const EMAIL = 'ada@example.org';
const OTHER_EMAIL = 'other@example.org';
const SUSPENSION = `${ME}/holds/<waiting>/suspension`;

const downloadableV2 = members({ linkTemplates: members({ downloadLinkV2: href }) });

const { operations } = replay();

operations({
  'VuFind gets a token and finds the library': [
    basic.post('/token', 'grant_type=client_credentials', ok(token), { clientToken: 'access_token' }),
    visitor.get('/v1/libraries/<websiteId>', members({ collectionToken: words }), {
      collection: 'collectionToken',
    }),
  ],
  "VuFind's list of results shows the availability of several titles at once": [
    visitor.get(
      '/v2/collections/<collection>/availability?products=<free>,<waiting>',
      members({ totalItems: exactly(2) }),
    ),
  ],
  "VuFind's permanent links and lists of the account name titles by bulk metadata": [
    visitor.get(
      '/v1/collections/<collection>/bulkmetadata?reserveIds=<free>,<waiting>',
      members({ metadata: all(listOfLength(2), elementWhere('id', '<waiting>', anObject)) }),
    ),
    visitor.get(
      '/v1/collections/<collection>/bulkmetadata?reserveIds=<free>,<unknown>',
      members({ metadata: listOfLength(1, members({ id: exactly('<free>') })) }),
    ),
  ],
  'VuFind shows why a sign-in is refused': [
    basic.post(
      '/patrontoken',
      `grant_type=password&username=<otherCard>&password=0000&${SCOPE}`,
      signInRefused,
    ),
  ],
  'VuFind signs a patron in and shows an empty account': [
    basic.post('/patrontoken', SIGN_IN, ok(token), { patronToken: 'access_token' }),
    patron.get(ME, members({ collectionToken: words })),
    patron.get(`${ME}/holds`, holdList(0)),
    patron.get(`${ME}/checkouts`, loanList(0)),
  ],
  'VuFind places a hold on a title named in capitals, with a boolean': [
    patron.post(
      `${ME}/holds`,
      { reserveId: '<waitingInCapitals>', emailAddress: EMAIL, ignoreHoldEmail: false },
      members({ reserveId: exactly('<waiting>') }),
    ),
    patron.post(
      `${ME}/holds`,
      { reserveId: '<waitingInCapitals>', emailAddress: EMAIL, ignoreHoldEmail: false },
      refused(400, 'AlreadyOnWaitList'),
    ),
  ],
  "VuFind's page of holds lists the hold": [patron.get(`${ME}/holds`, holdList(1))],
  "VuFind changes a hold's e-mail address": [
    patron.put(`${ME}/holds/<waitingInCapitals>`, {
      reserveId: '<waitingInCapitals>',
      emailAddress: OTHER_EMAIL,
    }),
    patron.get(`${ME}/holds`, holdList(1, members({ emailAddress: exactly(OTHER_EMAIL) }))),
  ],
  'VuFind suspends a hold, changes the suspension and ends it': [
    patron.post(
      SUSPENSION,
      { emailAddress: OTHER_EMAIL, suspensionType: 'indefinite' },
      members({ reserveId: words }),
    ),
    patron.put(SUSPENSION, { emailAddress: OTHER_EMAIL, suspensionType: 'limited', numberOfDays: 14 }),
    patron.get(
      `${ME}/holds`,
      holdList(
        1,
        members({
          holdSuspension: members({ suspensionType: exactly('limited'), numberOfDays: exactly(14) }),
        }),
      ),
    ),
    patron.put(SUSPENSION, { emailAddress: OTHER_EMAIL, suspensionType: 'indefinite' }),
    patron.delete(SUSPENSION),
    patron.post(
      SUSPENSION,
      { emailAddress: OTHER_EMAIL, suspensionType: 'limited', numberOfDays: 7 },
      members({ reserveId: words }),
    ),
    patron.delete(SUSPENSION),
  ],
  'VuFind removes a hold': [patron.delete(`${ME}/holds/<waiting>`)],
  "VuFind's page of holds shows a ready hold by the last of its actions": [
    patron.post(
      `${ME}/holds`,
      { reserveId: '<freeInCapitals>', emailAddress: EMAIL, ignoreHoldEmail: false },
      members({ reserveId: exactly('<free>') }),
    ),
    patron.get(`${ME}/holds`, holdList(1, members({ holdExpires: time, actions: lastMember('checkout') }))),
  ],
  "VuFind's page of checkouts lists a loan with its title": [
    patron.post(`${ME}/checkouts`, { reserveId: '<free>' }, members({ expires: words })),
    patron.get(`${ME}/checkouts`, loanList(1, members({ isFormatLockedIn: exactly(false) }))),
    visitor.get(
      '/v1/collections/<collection>/bulkmetadata?reserveIds=<free>',
      members({ metadata: listOfLength(1, anObject) }),
    ),
  ],
  'VuFind returns a title': [patron.delete(`${ME}/checkouts/<free>`)],
  'VuFind asks for the issues of a magazine, of which there are none': [
    visitor.get(
      '/v1/collections/<collection>/products/<free>/issues?limit=100&offset=0',
      members({ totalItems: exactly(0), products: listOfLength(0, words) }),
    ),
  ],
  "VuFind 9's page of checkouts offers formats and locks one in": [
    patron.post(`${ME}/checkouts`, { reserveId: '<free>' }),
    patron.get(`${ME}/checkouts`, loanList(1, canLock('ebook-epub-adobe'))),
    patron.post(
      `${ME}/checkouts/<free>/formats`,
      { reserveId: '<free>', formatType: 'ebook-epub-adobe' },
      members({ linkTemplates: members({ downloadLink: href }) }),
    ),
  ],
  'VuFind 9 leads to the download of a locked format': [
    patron.get(
      `${ME}/checkouts`,
      loanList(1, members({ formats: elementWhere('formatType', 'ebook-epub-adobe', downloadableV2) })),
    ),
    patron.get(
      `${ME}/checkouts/<free>/formats/ebook-epub-adobe/downloadlink?errorurl=http://vufind.example/error&successurl=http://vufind.example/back`,
      download,
    ),
    patron.get(
      `${ME}/checkouts/<free>/formats/ebook-epub-adobe/downloadlink?errorpageurl=http://vufind.example/error`,
      download,
    ),
    patron.get(`${ME}/checkouts/<free>/formats/downloadredirect`, {
      status: 302,
      headers: { location: beginningWith(CONTENT_URL) },
    }),
    patron.delete(`${ME}/checkouts/<free>`),
  ],
});
