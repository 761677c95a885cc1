import { notRequired } from './support/required.js';

/** The members that strict clients read without asking whether they are there, as the description must promise them. */
const LIBRARY = 'GET /v1/libraries/{websiteId}';
const ACCOUNTS = 'GET /v1/libraries/{websiteId}/advantageAccounts';
const PRODUCTS = 'GET /v1/collections/{token}/products';
const METADATA = 'GET /v1/collections/{token}/products/{id}/metadata';
const BULK = 'GET /v1/collections/{token}/bulkmetadata';
const AVAILABILITY = 'GET /v1/collections/{token}/products/{id}/availability';
const BY_ACCOUNT = 'GET /v2/collections/{token}/products/{id}/availability';
const SEVERAL_BY_ACCOUNT = 'GET /v2/collections/{token}/availability';
const PATRON = 'GET /v1/patrons/me';
const HOLDS = 'GET /v1/patrons/me/holds';
const LOANS = 'GET /v1/patrons/me/checkouts';
const FORMATS = 'GET /v1/patrons/me/checkouts/{id}/formats';
const LOCK = 'POST /v1/patrons/me/checkouts/{id}/formats';
const DOWNLOAD = 'GET /v1/patrons/me/checkouts/{id}/formats/{formatType}/downloadlink';

type Needs = readonly [client: string, operation: string, status: number, members: readonly string[]];

function eachWith(list: string, ...members: string[]): string[] {
  return members.map((member) => `${list}[].${member}`);
}

const NEEDS: readonly Needs[] = [
  [
    'Koha',
    PRODUCTS,
    200,
    [
      'totalItems',
      'limit',
      'offset',
      'links.first.href',
      'links.last.href',
      ...eachWith(
        'products',
        'id',
        'title',
        'mediaType',
        'formats[].id',
        'links.metadata.href',
        'links.availability.href',
      ),
    ],
  ],
  [
    'Koha',
    METADATA,
    200,
    [
      'id',
      'mediaType',
      'title',
      'popularity',
      'creators[].name',
      'creators[].role',
      'images',
      'languages[].name',
      'subjects[].value',
      'formats[].id',
    ],
  ],
  ['Koha', AVAILABILITY, 200, ['id', 'available', 'copiesAvailable', 'copiesOwned', 'availabilityType']],
  ['Koha', PATRON, 200, ['patronId', 'existingPatron', 'checkoutLimit', 'holdLimit', 'collectionToken']],
  [
    'Koha',
    HOLDS,
    200,
    ['totalItems', ...eachWith('holds', 'reserveId', 'holdPlacedDate', 'holdListPosition', 'numberOfHolds')],
  ],
  [
    'Koha',
    LOANS,
    200,
    [
      'totalItems',
      'totalCheckouts',
      ...eachWith(
        'checkouts',
        'reserveId',
        'checkoutDate',
        'expires',
        'isFormatLockedIn',
        'formats[].reserveId',
        'formats[].formatType',
        'formats[].linkTemplates',
      ),
    ],
  ],
  [
    'Koha',
    FORMATS,
    200,
    ['formats[].reserveId', 'formats[].formatType', 'formats[].linkTemplates.downloadLink.href'],
  ],
  [
    'VuFind',
    SEVERAL_BY_ACCOUNT,
    200,
    [
      'totalItems',
      ...eachWith(
        'availability',
        'reserveId',
        'copiesOwned',
        'copiesAvailable',
        'numberOfHolds',
        'available',
      ),
    ],
  ],
  ['VuFind', BULK, 200, eachWith('metadata', 'id', 'title', 'crossRefId', 'mediaType', 'creators')],
  [
    'VuFind',
    HOLDS,
    200,
    eachWith(
      'holds',
      'reserveId',
      'holdListPosition',
      'autoCheckout',
      'holdPlacedDate',
      'emailAddress',
      'actions',
    ),
  ],
  [
    'VuFind',
    LOANS,
    200,
    eachWith('checkouts', 'links.downloadRedirect.href', 'formats[].linkTemplates.downloadLinkV2.href'),
  ],
  [
    'Aspen',
    LIBRARY,
    200,
    ['name', 'type', 'formats[].id', 'formats[].name', 'links.self.href', 'links.advantageAccounts.href'],
  ],
  [
    'Aspen',
    ACCOUNTS,
    200,
    ['id', ...eachWith('advantageAccounts', 'id', 'name', 'collectionToken', 'links.products.href')],
  ],
  ['Aspen', LOANS, 200, eachWith('checkouts', 'formats[].links.self.href', 'actions.earlyReturn.href')],
  [
    "Aspen's indexer",
    METADATA,
    200,
    [
      'id',
      'crossRefId',
      'mediaType',
      'title',
      'images',
      'creators[].role',
      'creators[].fileAs',
      'formats[].id',
      'formats[].name',
      'formats[].identifiers[].type',
      'formats[].identifiers[].value',
    ],
  ],
  [
    "Aspen's indexer",
    BY_ACCOUNT,
    200,
    [
      'numberOfHolds',
      'availabilityType',
      'available',
      ...eachWith('accounts', 'id', 'copiesOwned', 'copiesAvailable', 'shared'),
    ],
  ],
  [
    'Palace',
    PRODUCTS,
    200,
    eachWith(
      'products',
      'sortTitle',
      'dateAdded',
      'links.metadata.type',
      'links.availability.type',
      'links.availabilityV2.href',
      'links.availabilityV2.type',
    ),
  ],
  ['Palace', METADATA, 200, ['sortTitle', 'languages[].code', 'creators[].fileAs']],
  ['Palace', BY_ACCOUNT, 200, ['reserveId', 'copiesOwned', 'copiesAvailable', 'links.self.type']],
  [
    'Palace',
    PATRON,
    200,
    [
      'websiteId',
      'links.holds.type',
      'links.checkouts.type',
      'linkTemplates.search.type',
      'linkTemplates.availability.type',
      ...eachWith('lendingPeriods', 'formatType', 'lendingPeriod', 'units'),
      ...eachWith('actions', 'editLendingPeriod.href', 'editLendingPeriod.method'),
    ],
  ],
  ['Palace', HOLDS, 200, eachWith('holds', 'crossRefId', 'emailAddress', 'links.self.type')],
  [
    'Palace',
    LOANS,
    200,
    eachWith(
      'checkouts',
      'crossRefId',
      'actions.earlyReturn.method',
      'formats[].links.self.type',
      'formats[].linkTemplates.downloadLink.type',
    ),
  ],
  ['Palace', LOCK, 201, ['formatType', 'links.self.type', 'linkTemplates.downloadLink.href']],
  ['Palace', DOWNLOAD, 200, ['formatType', 'links.contentlink.href', 'links.contentlink.type']],
  ['Evergreen', METADATA, 200, ['formats[].id', 'formats[].name']],
  ["Evergreen's page", LIBRARY, 200, ['formats[].id', 'formats[].name']],
  [
    "Evergreen's page",
    PATRON,
    200,
    ['links.holds.href', 'links.checkouts.href', 'linkTemplates.availability.href'],
  ],
];

test.each(NEEDS)('%s can rely on the members that it reads of %s (%i)', (_, operation, status, members) => {
  expect(notRequired(operation, status, members)).toEqual([]);
});

test('a member that may be absent is not taken for a required one', () => {
  expect(notRequired(HOLDS, 200, ['totalItems', 'holds[].holdExpires', 'holds[].nonsense'])).toEqual([
    'holds[].holdExpires',
    'holds[].nonsense',
  ]);
});
