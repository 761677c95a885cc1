import { caller, ok, refused } from './support/caller.js';
import { CONTENT_URL } from './support/lending-library.js';
import {
  anObject,
  beginningWith,
  elementWhere,
  exactly,
  flag,
  listOfLength,
  matching,
  members,
  time,
  words,
} from './support/reading.js';
import { replay } from './support/replay.js';
import {
  canLock,
  download,
  holdList,
  href,
  images,
  loanList,
  signInRefused,
  token,
} from './support/shapes.js';

/** A vendor's media type on every body, numbers as numbers, and the word `ilsname` in the scope. */
const HTTP = { accept: '*/*' };
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';
const basic = caller({ ...HTTP, authorization: '<basic>', 'content-type': FORM });
const visitor = caller({ ...HTTP, authorization: 'bearer <clientToken>' });
const PATRON = { ...HTTP, authorization: 'bearer <patronToken>' };
const reader = caller(PATRON, { ...PATRON, 'content-type': 'application/vnd.overdrive.content.api+json' });
const REDIRECTED = { status: 302, headers: { location: beginningWith(CONTENT_URL) } };
const follower = caller({ ...PATRON, accept: 'application/json, text/xml, text/html' });

const ME = '/v1/patrons/me';
const PRODUCTS = '/v1/collections/<collection>/products';
const SCOPE = 'password_required=true&scope=websiteId:<websiteId>%20ilsname:main';
const SUSPENSION = `${ME}/holds/<waiting>/suspension`;
const PERIOD = { formatClass: 'ebook', lendingPeriodDays: 14 };

const { operations } = replay();

operations({
  "Aspen's settings page shows the library, its formats and its accounts": [
    basic.post('/token', 'grant_type=client_credentials', ok(token), { clientToken: 'access_token' }),
    visitor.get('/v1/libraries/<websiteId>', anObject, { collection: 'collectionToken' }),
    visitor.get('/v1/libraries/<websiteId>/advantageAccounts'),
  ],
  "Aspen's page of a title finds it by its id in capitals": [
    visitor.get(
      `${PRODUCTS}/<freeInCapitals>/metadata`,
      members({ images: members({ cover150Wide: href }) }),
    ),
  ],
  "Aspen's page of a title finds it by its number, and no other title": [
    visitor.get(
      `${PRODUCTS}?crossRefId=<waitingNumber>`,
      members({ products: listOfLength(1, members({ id: exactly('<waiting>') })) }),
    ),
    visitor.get(
      `${PRODUCTS}?crossRefId=999999`,
      members({ totalItems: exactly(0), products: listOfLength(0, words) }),
    ),
  ],
  'Aspen sees that a sign-in is refused': [
    basic.post(
      '/patrontoken',
      `grant_type=password&username=<otherCard>&password=0000&${SCOPE}`,
      signInRefused,
    ),
  ],
  "Aspen's page of options shows lending periods and sets one, by POST and then by PUT": [
    basic.post('/patrontoken', `grant_type=password&username=<card>&password=<pin>&${SCOPE}`, ok(token), {
      patronToken: 'access_token',
    }),
    reader.get(ME),
    reader.post(ME, PERIOD, { ...refused(405, 'MethodNotAllowed'), headers: { allow: matching(/PUT/) } }),
    reader.put(ME, PERIOD),
    reader.get(
      ME,
      members({
        lendingPeriods: elementWhere('formatType', 'eBook', members({ lendingPeriod: exactly(14) })),
      }),
    ),
  ],
  'Aspen places a hold at the address of the hold': [
    reader.post(
      `${ME}/holds/<waiting>`,
      { reserveId: '<waiting>', emailAddress: 'ada@example.org' },
      members({ holdPlacedDate: time }),
    ),
    reader.post(
      `${ME}/holds/<waiting>`,
      { reserveId: '<waiting>', emailAddress: 'ada@example.org' },
      refused(400, 'AlreadyOnWaitList'),
    ),
    reader.get(`${ME}/holds`, holdList(1)),
  ],
  'Aspen freezes a hold, thaws it, and freezes it until a date': [
    reader.post(
      SUSPENSION,
      { emailAddress: 'ada@example.org', suspensionType: 'indefinite' },
      members({ reserveId: words }),
    ),
    reader.get(
      `${ME}/holds`,
      holdList(1, members({ holdSuspension: members({ numberOfDays: exactly(0) }) })),
    ),
    reader.delete(SUSPENSION),
    reader.post(
      SUSPENSION,
      { emailAddress: 'ada@example.org', suspensionType: 'limited', numberOfDays: 10 },
      members({ reserveId: words }),
    ),
    reader.get(
      `${ME}/holds`,
      holdList(1, members({ holdSuspension: members({ numberOfDays: exactly(10) }) })),
    ),
    reader.delete(SUSPENSION),
  ],
  'Aspen cancels a hold, and shows a message when there is none': [
    reader.delete(`${ME}/holds/<waiting>`),
    reader.delete(`${ME}/holds/<waiting>`, refused(404, 'PatronDoesntHaveTitleOnHold')),
  ],
  "Aspen's page of holds shows until when a ready hold can be borrowed": [
    reader.post(
      `${ME}/holds/<free>`,
      { reserveId: '<free>', emailAddress: 'ada@example.org' },
      members({ reserveId: words }),
    ),
    reader.get(
      `${ME}/holds`,
      holdList(1, members({ holdExpires: time, actions: members({ checkout: anObject }) })),
    ),
  ],
  'Aspen borrows a title, and tells why a second time or another title is refused': [
    reader.post(`${ME}/checkouts`, { reserveId: '<free>' }, members({ expires: time })),
    reader.post(`${ME}/checkouts`, { reserveId: '<free>' }, refused(400, 'TitleAlreadyCheckedOut')),
    reader.post(`${ME}/checkouts`, { reserveId: '<waiting>' }, refused(400, 'NoCopiesAvailable')),
  ],
  "Aspen's page of checkouts lists a loan with its cover and the formats to choose from": [
    reader.get(`${ME}/checkouts`, loanList(1, canLock('ebook-epub-adobe'))),
    visitor.get(
      `${PRODUCTS}/<free>/metadata`,
      members({ mediaType: words, title: words, publisher: words, images }),
    ),
  ],
  'Aspen locks a format in and leads to the download': [
    reader.post(
      `${ME}/checkouts/<free>/formats`,
      { reserveId: '<free>', formatType: 'ebook-epub-adobe' },
      members({ linkTemplates: members({ downloadLink: href }) }),
    ),
    reader.get(`${ME}/checkouts`, loanList(1, members({ isFormatLockedIn: exactly(true) })), {
      format: 'checkouts.0.formats.formatType=ebook-epub-adobe.links.self.href',
    }),
    reader.get('<format>/downloadlink', download),
    reader.get(
      `${ME}/checkouts/<free>/formats/ebook-epub-adobe/downloadlink?errorpageurl=http%3A%2F%2Faspen.example%2FHelp%2FError`,
      download,
    ),
  ],
  'Aspen follows the redirect, after a look at the loan with a parameter of its own': [
    reader.get(
      `${ME}/checkouts/<free>?appPromoOverride=none`,
      members({ isFormatLockedIn: flag, links: members({ downloadRedirect: href }) }),
      { redirect: 'links.downloadRedirect.href' },
    ),
    follower.get('<redirect>', REDIRECTED),
  ],
  'Aspen returns a title, and shows a message when it is returned already': [
    reader.delete(`${ME}/checkouts/<free>`),
    reader.delete(`${ME}/checkouts/<free>`, refused(400, 'PatronDoesntHaveTitleCheckedOut')),
  ],
});
