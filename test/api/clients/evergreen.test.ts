import { caller, ok, refused } from './support/caller.js';
import { CONTENT_URL } from './support/lending-library.js';
import {
  all,
  anObject,
  beginningWith,
  elementWhere,
  exactly,
  lastMember,
  members,
  time,
} from './support/reading.js';
import { replay } from './support/replay.js';
import { download, holdList, href, loanList, signInRefused, token } from './support/shapes.js';

/** Perl: a content type on every request, a space in the scope that nobody encodes. */
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';
const basic = caller({ authorization: '<basic>', 'content-type': FORM });
const visitor = caller({ ...JSON_TYPE, authorization: 'Bearer <clientToken>' });
const patron = caller({ ...JSON_TYPE, authorization: 'Bearer <patronToken>' });

const ME = '/v1/patrons/me';
const PRODUCTS = '/v1/collections/<collection>/products';
const SCOPE = 'scope=websiteid:<websiteId> authorizationname:main';
const REDIRECTED = { status: 302, headers: { location: beginningWith(CONTENT_URL) } };
const BACK = 'http%3A%2F%2Fopac.example%2F';

const { operations } = replay();

operations({
  'Evergreen gets a token and finds the library': [
    basic.post('/token', 'grant_type=client_credentials', ok(token), { clientToken: 'access_token' }),
    visitor.get('/v1/libraries/<websiteId>', anObject, { collection: 'collectionToken' }),
  ],
  "Evergreen's record page shows a title, its formats and its copies": [
    visitor.get(`${PRODUCTS}/<free>/metadata`),
    visitor.get(`${PRODUCTS}/<free>/availability`),
    visitor.get(`${PRODUCTS}/<unknown>/availability`, refused(404, 'NotFound')),
  ],
  'Evergreen signs nobody in by a wrong PIN': [
    basic.post(
      '/patrontoken',
      `grant_type=password&username=<otherCard>&password=0000&${SCOPE}`,
      signInRefused,
    ),
  ],
  'Evergreen signs a patron in and shows an empty account': [
    basic.post('/patrontoken', `grant_type=password&username=<card>&password=<pin>&${SCOPE}`, ok(token), {
      patronToken: 'access_token',
    }),
    patron.get(`${ME}/checkouts`, loanList(0)),
    patron.get(`${ME}/holds`, holdList(0)),
  ],
  'Evergreen places a hold and lists it with title and author': [
    patron.post(`${ME}/holds`, { reserveId: '<waiting>', emailAddress: 'ada@example.org' }),
    patron.get(`${ME}/holds`, holdList(1)),
    visitor.get(`${PRODUCTS}/<waiting>/metadata`),
  ],
  'Evergreen cancels a hold, and shows a message when there is none': [
    patron.delete(`${ME}/holds/<waiting>`),
    patron.delete(`${ME}/holds/<waiting>`, refused(404, 'PatronDoesntHaveTitleOnHold')),
  ],
  'Evergreen names the field for no e-mail otherwise, and places a hold without it': [
    patron.post(`${ME}/holds`, { reserveId: '<waiting>', ignoreEmail: 'true' }),
    patron.delete(`${ME}/holds/<waiting>`),
  ],
  'Evergreen sees that a hold is ready by its action, and until when': [
    patron.post(`${ME}/holds`, { reserveId: '<free>', emailAddress: 'ada@example.org' }),
    patron.get(
      `${ME}/holds`,
      holdList(
        1,
        members({
          holdExpires: time,
          actions: all(members({ checkout: anObject }), lastMember('checkout')),
        }),
      ),
    ),
  ],
  'Evergreen borrows a title and follows the redirect of every loan': [
    patron.post(`${ME}/checkouts`, { reserveId: '<online>' }, anObject, {
      redirect: 'links.downloadRedirect.href',
    }),
    patron.get('<redirect>', REDIRECTED),
    patron.get(`${ME}/checkouts`, loanList(1), { listed: 'checkouts.0.links.downloadRedirect.href' }),
    patron.get('<listed>', REDIRECTED),
  ],
  'Evergreen returns a title, and shows a message when it is returned already': [
    patron.delete(`${ME}/checkouts/<online>`),
    patron.delete(`${ME}/checkouts/<online>`, refused(400, 'PatronDoesntHaveTitleCheckedOut')),
  ],
  'Evergreen borrows in a format, and finds the download link of that format': [
    patron.post(
      `${ME}/checkouts`,
      { reserveId: '<free>', formatType: 'ebook-epub-adobe' },
      members({
        isFormatLockedIn: exactly(true),
        formats: elementWhere(
          'formatType',
          'ebook-epub-adobe',
          members({ linkTemplates: members({ downloadLink: href }) }),
        ),
      }),
    ),
    patron.get(`${ME}/checkouts/<free>/formats/ebook-epub-adobe/downloadlink?errorpageurl=${BACK}`, download),
    patron.delete(`${ME}/checkouts/<free>`),
  ],
});
