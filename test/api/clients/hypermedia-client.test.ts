import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '../../support/service.js';
import { mustSucceed } from '../../support/client.js';
import type { Offer } from '../../support/requests/hypermedia.js';
import { type TestPatron, TestLibrary, type TestTitle } from '../../support/test-library.js';
import { HypermediaClient } from './hypermedia-client.js';

/**
 * Starting at the patron's record, a client that knows nothing but links, templates and actions follows all of them, and
 * looks around again after each thing that it did.
 */
let folder: string;
let library: TestLibrary;
let patron: TestPatron;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-walker-'));
  // As in the embedded mode: content links lead to the built-in page.
  const settings = { DATABASE_URL: '', DATA_DIR: folder };
  library = await TestLibrary.alone({ holdLimit: 10, checkoutLimit: 10 }, settings);
  patron = await library.addPatron();
  const other = await library.addPatron();
  const titleWith = (copies: number): Promise<TestTitle> =>
    library.addTitle(copies, { formats: ['ebook-kindle'] });
  await titleWith(1);
  await other.borrow(await titleWith(1));
  // Who may borrow is offered no hold, so ready ones come from elsewhere: enough for every way in which they end.
  for (let n = 0; n < 3; n++) await mustSucceed(patron.place(await titleWith(1)));
});
afterAll(async () => {
  await library.close();
  await rm(folder, { recursive: true });
});

const START = '/v1/patrons/me';
/** After so many steps without anything new there is nothing new. */
const MAX_STEPS_WITHOUT_NEWS = 8;

/** What an offer is, whichever title it is about. */
function kindOf({ name, method, values, siblings }: Offer): string {
  const { reserveId, ...others } = values ?? {};
  return JSON.stringify([name, method, others, reserveId !== undefined, siblings]);
}

const DEAD_ENDS = [404, 405];

test('nothing that a patron can come to by links, templates and actions is a dead end', async () => {
  const client = new HypermediaClient(patron, pathOf);
  const done = new Map<string, number>();
  const timesDone = (offer: Offer): number => done.get(kindOf(offer)) ?? 0;
  for (let stepsWithoutNews = 0; stepsWithoutNews < MAX_STEPS_WITHOUT_NEWS; stepsWithoutNews++) {
    const offers = await client.lookAround(START);
    // What was done least; of these, what ends something comes last. What was PUT needs no repetition.
    const [next] = offers
      .filter((offer) => timesDone(offer) === 0 || offer.method.toUpperCase() !== 'PUT')
      .sort((a, b) => timesDone(a) - timesDone(b) || endsSomething(a) - endsSomething(b));
    if (next === undefined) break;
    if (timesDone(next) === 0) stepsWithoutNews = 0;
    done.set(kindOf(next), timesDone(next) + 1);
    await client.act(next);
  }

  const deadEnds = client.steps.filter(({ status }) => DEAD_ENDS.includes(status) || status >= 500);
  expect(deadEnds).toEqual([]);
  const kinds = [...done.keys()].map((kind) => (JSON.parse(kind) as [string])[0]);
  expect([...new Set(kinds)].sort()).toEqual([
    'addSuspension',
    'checkout',
    'choosePace',
    'earlyReturn',
    'editHold',
    'editLendingPeriod',
    'editSuspension',
    'format',
    'hold',
    'liftPace',
    'releaseAll',
    'releaseSuspension',
    'removeHold',
    'suspendAll',
  ]);
  expect(addressesIn(client)).toEqual([
    'DELETE /v1/patrons/me/checkouts/{id}',
    'DELETE /v1/patrons/me/holds/pace',
    'DELETE /v1/patrons/me/holds/suspension',
    'DELETE /v1/patrons/me/holds/{id}',
    'DELETE /v1/patrons/me/holds/{id}/suspension',
    'GET /content/{id}/ebook-kindle',
    'GET /covers/{id}.svg',
    'GET /shelf',
    'GET /v1/collections/{token}/bulkmetadata',
    'GET /v1/collections/{token}/products',
    'GET /v1/collections/{token}/products/',
    'GET /v1/collections/{token}/products/{id}',
    'GET /v1/collections/{token}/products/{id}/availability',
    'GET /v1/collections/{token}/products/{id}/metadata',
    'GET /v1/libraries/37',
    'GET /v1/libraries/37/advantageAccounts',
    'GET /v1/patrons/me',
    'GET /v1/patrons/me/checkouts',
    'GET /v1/patrons/me/checkouts/{id}',
    'GET /v1/patrons/me/checkouts/{id}/formats/downloadredirect',
    'GET /v1/patrons/me/checkouts/{id}/formats/ebook-kindle',
    'GET /v1/patrons/me/checkouts/{id}/formats/ebook-kindle/downloadlink',
    'GET /v1/patrons/me/holds',
    'GET /v1/patrons/me/holds/pace',
    'GET /v1/patrons/me/holds/{id}',
    'GET /v2/collections/{token}/products/{id}/availability',
    'POST /v1/patrons/me/checkouts',
    'POST /v1/patrons/me/checkouts/',
    'POST /v1/patrons/me/checkouts/{id}/formats',
    'POST /v1/patrons/me/holds',
    'POST /v1/patrons/me/holds/suspension',
    'POST /v1/patrons/me/holds/{id}/suspension',
    'PUT /v1/patrons/me',
    'PUT /v1/patrons/me/holds/pace',
    'PUT /v1/patrons/me/holds/{id}',
    'PUT /v1/patrons/me/holds/{id}/suspension',
  ]);
}, 400_000);

function endsSomething({ method }: Offer): number {
  return method.toUpperCase() === 'DELETE' ? 1 : 0;
}

/** Titles and tokens left out, and what was asked. */
function addressesIn({ steps }: HypermediaClient): string[] {
  const anonymous = steps.map(({ method, path }) => {
    const [address = ''] = path.replaceAll(/[0-9a-f-]{36}/g, '{id}').split('?');
    return `${method} ${address.replace(/collections\/[^/]+/, 'collections/{token}')}`;
  });
  return [...new Set(anonymous)].sort();
}
