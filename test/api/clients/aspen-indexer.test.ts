import { copies, reserveIdOf, title } from '../../support/records.js';
import { advanceClock, HOUR, MINUTE } from '../../support/clock.js';
import { caller, ok, refused } from './support/caller.js';
import { readByOffsets } from './support/harvest.js';
import { OWN_TITLES, shelfOf } from './support/lending-library.js';
import { anObject, count, elementWhere, flag, listOf, members, words } from './support/reading.js';
import { replay } from './support/replay.js';
import { token } from './support/shapes.js';

/** Java's HttpURLConnection. Times go into the query with a plus that nobody encodes. */
const HTTP = { accept: 'text/html, image/gif, image/jpeg, */*; q=0.2', 'user-agent': 'Java/17' };
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';
const basic = caller({ ...HTTP, authorization: '<basic>', 'content-type': FORM });
const INDEXER = { ...HTTP, authorization: 'bearer <clientToken>' };
const indexer = caller(INDEXER);

const SHELF = 320;
const PRODUCTS = '/v1/collections/<collection>/products';
const CHANGED = '<products>?minimum=true&lastUpdateTime=';

const page = members({ totalItems: count, products: listOf(members({ id: words })) });
const ownedPage = members({ products: listOf(members({ id: words, isOwnedByCollections: flag })) });

const { service, conversation, operations } = replay(shelfOf(SHELF));

/** As Java writes it with a zone of its own: `2026-11-19T21:09:09+00:00`. */
function inZone(time: Date, zone: string): string {
  const [hours = 0] = zone.split(':').map(Number);
  return new Date(time.getTime() + hours * HOUR * 1000).toISOString().replace(/\.\d+Z$/, zone);
}

function hoursFromNow(hours: number): Date {
  return new Date(Date.now() + hours * HOUR * 1000);
}

async function walk(address: string, read = page): Promise<string[]> {
  return readByOffsets(address, { conversation: conversation(), headers: INDEXER, page: read });
}

operations({
  "Aspen's indexer gets a token, the library and the accounts that own titles of their own": [
    basic.post('/token', 'grant_type=client_credentials', ok(token), { clientToken: 'access_token' }),
    indexer.get('/v1/libraries/<websiteId>', anObject, {
      collection: 'collectionToken',
      products: 'links.products.href',
      accounts: 'links.advantageAccounts.href',
    }),
    indexer.get('<accounts>', members({ advantageAccounts: elementWhere('id', '1201', anObject) }), {
      branch: 'advantageAccounts.id=1201.collectionToken',
    }),
  ],
  "Aspen's indexer writes a title from its metadata and its copies by account": [
    indexer.get(`${PRODUCTS}/<free>/metadata`),
    indexer.get('/v2/collections/<collection>/products/<free>/availability'),
  ],
  "Aspen's indexer writes a title of which hardly anything is known": [
    indexer.get(`${PRODUCTS}/<bare>/metadata`),
    indexer.get('/v2/collections/<collection>/products/<bare>/availability'),
  ],
  "Aspen's indexer asks for the copies of an account with that account's token": [
    indexer.get('/v2/collections/<branch>/products/<free>/availability'),
    indexer.get('/v2/collections/<branch>/products/<waiting>/availability', refused(404, 'NotFound')),
  ],
});

test("Aspen's indexer reads the whole collection by offsets, and sees every title once", async () => {
  const ids = await walk('<products>?minimum=true');
  expect([ids.length, new Set(ids).size]).toEqual([SHELF + OWN_TITLES, SHELF + OWN_TITLES]);
});

test("Aspen's indexer leaves the time of the last run empty on a full run", async () => {
  const ids = await walk(CHANGED);
  expect(new Set(ids).size).toBe(SHELF + OWN_TITLES);
});

test.each([
  ['nothing that changed since a time to come', '+00:00', 1, 0],
  ['all that changed since an hour ago', '+00:00', -1, SHELF + OWN_TITLES],
  ['nothing, by a time to come in the west', '-05:00', 1, 0],
  ['all, by an hour ago in the east', '+05:00', -1, SHELF + OWN_TITLES],
])("Aspen's indexer asks with an unencoded plus or minus: %s", async (_, zone, hours, found) => {
  expect(await walk(`${CHANGED}${inZone(hoursFromNow(hours), zone)}`)).toHaveLength(found);
});

test("Aspen's indexer asks for titles added within days, with a slash before the query", async () => {
  const added = await walk(`${PRODUCTS}/?daysSinceAdded=3`);
  expect(added).toHaveLength(SHELF + OWN_TITLES - 1);
  expect(added).not.toContain(conversation().value('free'));
  expect(await walk(`${PRODUCTS}/?daysSinceAdded=0`)).not.toContain(conversation().value('free'));
});

test("Aspen's indexer gets what has changed since its last run, and what the library no longer owns", async () => {
  const lastRun = inZone(hoursFromNow(0.5), '+00:00');
  await advanceClock(service(), 50 * MINUTE);
  await service().import(title(1001, { subtitle: 'A second edition' }), { ...copies(1002, 1), delete: true });
  const since = `${CHANGED}${lastRun}`;
  expect((await walk(since, ownedPage)).sort()).toEqual([reserveIdOf(1001), reserveIdOf(1002)]);
  const { body } = await conversation().exchange({
    send: `GET ${since}`,
    headers: INDEXER,
    receive: { status: 200, body: ownedPage },
  });
  const owned = (body.products as { id: string; isOwnedByCollections: boolean }[]).map(
    ({ id, isOwnedByCollections }) => [id, isOwnedByCollections],
  );
  expect(Object.fromEntries(owned)).toEqual({ [reserveIdOf(1001)]: true, [reserveIdOf(1002)]: false });
});
