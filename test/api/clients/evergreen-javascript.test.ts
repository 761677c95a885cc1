import { caller, ok, refused } from './support/caller.js';
import {
  all,
  anObject,
  elementWhere,
  exactly,
  listOf,
  listOfLength,
  matching,
  members,
  type Reading,
  words,
} from './support/reading.js';
import { replay } from './support/replay.js';
import { download, holdList, href, loanList, token } from './support/shapes.js';

/** A page in the browser. It knows hardly any address: it follows links and fills in actions. */
const HTTP = { accept: '*/*', 'content-type': 'application/json; charset=utf-8' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
const basic = caller({ ...HTTP, ...FORM, authorization: '<basic>' });
const nobody = caller({ ...HTTP, authorization: 'undefined undefined' });
const visitor = caller({ ...HTTP, authorization: 'bearer <clientToken>' });
const reader = caller({ ...HTTP, authorization: 'bearer <patronToken>' });

const NO_FIELDS = '{"fields":[]}';
const DONE = { status: 204 };
const SIGN_IN =
  'grant_type=password&username=<card>&password=<pin>&password_required=true&scope=websiteid%3A<websiteId>+authorizationname%3Amain';
const BACK = 'http%3A%2F%2Fopac.example%2Feg%2Fopac%2Fmyopac%2Fcircs%3Fe_items';

/** The page compares an action's method in lower case, and fills its fields in. */
const action = (method: 'post' | 'delete'): Reading => members({ method: exactly(method) });
const checkoutAction = members({
  method: exactly('post'),
  fields: elementWhere('name', 'formatType', members({ options: listOf(words, { atLeast: 1 }) })),
});

const downloadable = members({ linkTemplates: members({ downloadLink: href }) });

const { operations } = replay();

operations({
  "Evergreen's page asks without a token, and gets one after the 401": [
    nobody.get('/v1/libraries/<websiteId>', refused(401, 'Unauthorized')),
    basic.post('/token', 'grant_type=client_credentials', ok(token), { clientToken: 'access_token' }),
    visitor.get('/v1/libraries/<websiteId>', anObject, { products: 'links.products.href' }),
  ],
  "Evergreen's page shows a title to a visitor": [
    visitor.get('<products>/<free>/metadata'),
    visitor.get('<products>/<free>/availability'),
  ],
  "Evergreen's page signs a patron in, and looks for the patron in the token's scope": [
    basic.post('/patrontoken', SIGN_IN, ok(all(token, members({ scope: matching(/patron/i) }))), {
      patronToken: 'access_token',
    }),
    reader.get('/v1/patrons/me', anObject, {
      holds: 'links.holds.href',
      checkouts: 'links.checkouts.href',
      availability: 'linkTemplates.availability.href',
      patronsCollection: 'collectionToken',
    }),
  ],
  "Evergreen's page leaves a template as it is, and shows no availability": [
    reader.get('<availability>', refused(404, 'NotFound')),
  ],
  "Evergreen's page offers a hold with a field for the address": [
    reader.get(
      '/v1/collections/<patronsCollection>/products/<waiting>/availability',
      members({
        actions: members({
          hold: all(action('post'), members({ fields: elementWhere('name', 'emailAddress', anObject) })),
        }),
      }),
      { place: 'actions.hold.href', placeId: 'actions.hold.fields.name=reserveId.value' },
    ),
    reader.post('<place>', { reserveId: '<placeId>', emailAddress: 'ada@example.org' }),
  ],
  "Evergreen's page of holds offers what can be done with each": [
    reader.get('<holds>', holdList(1, members({ actions: members({ removeHold: action('delete') }) })), {
      remove: 'holds.0.actions.removeHold.href',
      suspend: 'holds.0.actions.addSuspension.href',
    }),
  ],
  "Evergreen's page suspends a hold for some days, ends that, and suspends it without end": [
    reader.post('<suspend>', { suspensionType: 'limited', numberOfDays: 11 }),
    reader.get(
      '<holds>',
      holdList(
        1,
        members({
          holdSuspension: members({ numberOfDays: exactly(11) }),
          actions: members({ releaseSuspension: action('delete') }),
        }),
      ),
      { release: 'holds.0.actions.releaseSuspension.href' },
    ),
    reader.delete('<release>', DONE, NO_FIELDS),
    reader.post('<suspend>', { suspensionType: 'indefinite', numberOfDays: null }),
    reader.delete('<release>', DONE, NO_FIELDS),
  ],
  "Evergreen's page removes a hold with a body of no fields": [
    reader.delete('<remove>', DONE, NO_FIELDS),
    reader.get('<holds>', holdList(0)),
  ],
  "Evergreen's page offers to borrow a title in one of its formats": [
    reader.get(
      '/v1/collections/<patronsCollection>/products/<free>/availability',
      members({ actions: members({ checkout: checkoutAction }) }),
      { borrow: 'actions.checkout.href', borrowId: 'actions.checkout.fields.name=reserveId.value' },
    ),
    reader.post('<borrow>', { reserveId: '<borrowId>' }),
  ],
  "Evergreen's page reads how many formats there are, also of a title that is only heard online": [
    reader.get(
      '/v1/collections/<patronsCollection>/products/<audio>/availability',
      members({ actions: members({ checkout: checkoutAction }) }),
    ),
  ],
  "Evergreen's page of loans offers the formats of a loan, and locks one in": [
    reader.get(
      '<checkouts>',
      loanList(
        1,
        members({ formats: listOfLength(0, anObject), actions: members({ format: checkoutAction }) }),
      ),
      {
        lock: 'checkouts.0.actions.format.href',
        lockId: 'checkouts.0.actions.format.fields.name=reserveId.value',
        earlyReturn: 'checkouts.0.actions.earlyReturn.href',
      },
    ),
    reader.post(
      '<lock>',
      { reserveId: '<lockId>', formatType: 'ebook-epub-adobe' },
      members({ formatType: exactly('ebook-epub-adobe') }),
    ),
    reader.get('<checkouts>', loanList(1, members({ formats: listOfLength(1, downloadable) }))),
  ],
  "Evergreen's page returns a title with a body of no fields": [
    reader.delete('<earlyReturn>', DONE, NO_FIELDS),
    reader.get('<checkouts>', loanList(0)),
  ],
  "Evergreen's page opens a title that is read online at once": [
    reader.post('<borrow>', { reserveId: '<online>' }),
    reader.get('<checkouts>', loanList(1, members({ formats: listOfLength(1, downloadable) }))),
    reader.get(
      `/v1/patrons/me/checkouts/<online>/formats/ebook-overdrive/downloadlink?errorpageurl=${BACK}&odreadauthurl=${BACK}%26reserveid%3D%5BRESERVE_ID%5D%26read_error%3D%5BREAD_ERROR%5D`,
      download,
    ),
    reader.delete('/v1/patrons/me/checkouts/<online>', DONE, NO_FIELDS),
  ],
});
