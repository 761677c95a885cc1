import { testForDeadEnds } from '../../support/clients/no-dead-ends.js';
import { CHANGES } from '../../support/clients/situations.js';

/** test/full/random/hypermedia-walk.test.ts has the situations after changes by the library. */
const seen = testForDeadEnds({ 'as it is': CHANGES['as it is']! });

const ACTIONS = [
  'addSuspension',
  'checkout',
  'chooseLastDay',
  'chooseNotices',
  'earlyReturn',
  'editHold',
  'editSuspension',
  'format',
  'hold',
  'releaseAll',
  'releaseSuspension',
  'removeHold',
  'suspendAll',
  'watch',
  'watchInstead',
];

const ADDRESSES = [
  'DELETE /v1/patrons/me/checkouts/{id}',
  'DELETE /v1/patrons/me/holds/suspension',
  'DELETE /v1/patrons/me/holds/{id}',
  'DELETE /v1/patrons/me/holds/{id}/suspension',
  'GET /content/format',
  'GET /content/{id}/{format}',
  'GET /covers/{id}.svg',
  'GET /shelf',
  'GET /v1/collections/{token}/availability',
  'GET /v1/collections/{token}/bulkmetadata',
  'GET /v1/collections/{token}/otherFormats',
  'GET /v1/collections/{token}/products',
  'GET /v1/collections/{token}/products/',
  'GET /v1/collections/{token}/products/{id}',
  'GET /v1/collections/{token}/products/{id}/availability',
  'GET /v1/collections/{token}/products/{id}/metadata',
  'GET /v1/libraries/{id}',
  'GET /v1/libraries/{id}/advantageAccounts',
  'GET /v1/patrons/me',
  'GET /v1/patrons/me/checkouts',
  'GET /v1/patrons/me/checkouts/{id}',
  'GET /v1/patrons/me/checkouts/{id}/formats/downloadredirect',
  'GET /v1/patrons/me/checkouts/{id}/formats/{format}',
  'GET /v1/patrons/me/checkouts/{id}/formats/{format}/downloadlink',
  'GET /v1/patrons/me/holds',
  'GET /v1/patrons/me/holds/pace',
  'GET /v1/patrons/me/holds/{id}',
  'GET /v1/patrons/me/notices',
  'GET /v1/patrons/me/watches',
  'GET /v2/collections/{token}/products/{id}/availability',
  'POST /v1/patrons/me/checkouts',
  'POST /v1/patrons/me/checkouts/',
  'POST /v1/patrons/me/checkouts/{id}/formats',
  'POST /v1/patrons/me/holds',
  'POST /v1/patrons/me/holds/suspension',
  'POST /v1/patrons/me/holds/{id}/suspension',
  'POST /v1/patrons/me/watches',
  'PUT /v1/patrons/me/holds/{id}',
  'PUT /v1/patrons/me/holds/{id}/suspension',
  'PUT /v1/patrons/me/notices',
];

test('these are all actions and addresses to which links, templates and actions led', () => {
  expect([...seen.actions].sort()).toEqual(ACTIONS);
  expect([...seen.addresses].sort()).toEqual(ADDRESSES);
});
