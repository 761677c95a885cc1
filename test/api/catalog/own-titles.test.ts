import { expectOk, expectRefusal } from '../../support/answers.js';
import { type CatalogClient, catalogClientOf } from '../../support/catalog-client.js';
import { advanceClock, DAY } from '../../support/clock.js';
import { patron as patronRecord } from '../../support/records.js';
import { pathOf } from '../../support/service.js';
import { type TestPatron, TestLibrary, type TestTitle } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

type Condition = 'waiting' | 'ready' | 'suspended' | 'on loan';
const CONDITIONS: readonly Condition[] = ['waiting', 'ready', 'suspended', 'on loan'];

/** A title of the adults' collection that an adult holds, or has on loan. */
async function ownTitle(condition: Condition): Promise<{ patron: TestPatron; title: TestTitle }> {
  const isLent = condition === 'on loan';
  const title = await library.addTitle({ adults: isLent || condition === 'ready' ? 1 : 0 });
  const patron = await library.addPatron();
  expect((await (isLent ? patron.borrow(title) : patron.place(title))).status).toBe(201);
  if (condition === 'suspended') expect((await patron.suspend(title)).status).toBe(201);
  return { patron, title };
}

const becomeChild = ({ patronId }: TestPatron): Promise<void> =>
  library.import(patronRecord(patronId, { category: 'child' }));

/** The link in the patron's own list, and the address that the template makes. */
async function addressesOf(patron: TestPatron): Promise<{ metadata: string; availability: string }> {
  const [held] = (await patron.list()).body.holds as { links: { metadata: { href: string } } }[];
  const [lent] = (await patron.loans()).body.checkouts as { links: { metadata: { href: string } } }[];
  const metadata = pathOf((held ?? lent)!.links.metadata.href);
  const template = (await patron.profile()).body.linkTemplates.availability.href as string;
  const reserveId = /products\/([^/]+)/.exec(metadata)![1]!;
  return { metadata, availability: pathOf(template.replace('{reserveId}', reserveId)) };
}

/** Every address of the catalog that names one title, or several, opens it. */
async function expectOpen(client: CatalogClient, title: TestTitle): Promise<void> {
  const { patron, collectionToken } = client;
  const { metadata, availability } = await addressesOf(patron);
  const [described, available] = [await patron.get(metadata), await patron.get(availability)];
  expectOk(described);
  expectOk(available);
  expect(described.body).toMatchObject({ id: title.reserveId, isOwnedByCollections: false });
  expect(available.body).toMatchObject({
    id: title.reserveId,
    collections: [],
    copiesOwned: 0,
    copiesAvailable: 0,
    available: false,
  });
  expect((await client.product(title)).body).toMatchObject({
    id: title.reserveId,
    isOwnedByCollections: false,
  });
  expect((await patron.get(pathOf(described.body.links.availabilityV2.href as string))).body).toMatchObject({
    reserveId: title.reserveId,
    accounts: [],
  });
  const unknown = 999_999;
  const several = `${unknown},${title.crossRefId},${title.reserveId}`;
  const bulk = await patron.get(`/v1/collections/${collectionToken}/bulkmetadata?reserveIds=${several}`);
  expect(bulk.body.metadata).toEqual([described.body]);
  const list = await patron.get(`/v2/collections/${collectionToken}/availability?products=${several}`);
  expect(list.body).toMatchObject({ totalItems: 1, availability: [{ reserveId: title.reserveId }] });
}

describe.each(CONDITIONS)('a title that is %s', (condition) => {
  test('opens after its patron’s category has changed, and tells what can be done', async () => {
    const { patron, title } = await ownTitle(condition);
    await becomeChild(patron);
    const client = await catalogClientOf(patron);
    await expectOpen(client, title);
    const offered = Object.keys((await client.availability(title)).body.actions as object);
    const isReady = Object.keys((await patron.find(title)).body.actions ?? {}).includes('checkout');
    expect(offered).toEqual(isReady ? ['checkout'] : []);
    if (isReady) expect((await patron.borrow(title)).status).toBe(201);
  });

  test('is as unknown as any to another patron, and to a client’s search', async () => {
    const { title } = await ownTitle(condition);
    const other = await catalogClientOf(await library.addPatron({ category: 'child' }));
    for (const answer of [other.metadata(title), other.availability(title), other.product(title)])
      expectRefusal(await answer, 'NotFound');
  });
});

test('a title whose copies are gone opens for who holds it, until the hold is removed', async () => {
  const { patron, title } = await ownTitle('waiting');
  await library.import({
    record: 'copies',
    websiteId: library.websiteId,
    collectionId: 'adults',
    reserveId: title.reserveId,
    delete: true,
  });
  const client = await catalogClientOf(patron);
  await expectOpen(client, title);
  expect((await client.availability(title)).body.actions).toEqual({});
  expect((await patron.remove(title)).status).toBe(204);
  expectRefusal(await client.metadata(title), 'NotFound');
  expectRefusal(await client.availability(title), 'NotFound');
});

test('a withdrawn title opens for who has it on loan, also after a change of category, until the loan ends', async () => {
  const { patron, title } = await ownTitle('on loan');
  await library.import({
    record: 'withdrawal',
    websiteId: library.websiteId,
    reserveId: title.reserveId,
    reason: 'rights-ended',
  });
  await becomeChild(patron);
  const client = await catalogClientOf(patron);
  await expectOpen(client, title);
  await advanceClock(library.service, 22 * DAY);
  expectRefusal(await client.metadata(title), 'NotFound');
  expectRefusal(await client.availability(title), 'NotFound');
});
