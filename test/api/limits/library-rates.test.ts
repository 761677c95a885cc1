import { HostClocks } from '../access/providers/host-clocks.js';
import { assembleToken } from '../../support/access/providers/identity-provider.js';
import { expectOk, expectRefusal } from '../../support/answers.js';
import { type Answer, PatronClient } from '../../support/client.js';
import { DISCOVERY, OAuthClient, tokenIn } from '../../support/requests/oauth-client.js';
import { ME } from '../../support/paths.js';
import { emptyLibrary, patron } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

const [HARBOUR, VILLAGE] = [37, 38];
const SETTINGS = { REQUESTS_PER_PATRON: '4', REQUESTS_PER_CLIENT: '5' };

let clocks: HostClocks;
let service: ServiceUnderTest;
let patrons: Record<'harbour' | 'neighbour' | 'village', PatronClient>;
beforeAll(async () => {
  clocks = new HostClocks();
  const records = [
    ...[HARBOUR, VILLAGE].flatMap((websiteId) => emptyLibrary(websiteId)),
    ...[1, 2].map((patronId) => patron(patronId, { websiteId: HARBOUR })),
    patron(3, { websiteId: VILLAGE }),
  ];
  service = await startService(records, SETTINGS);
  const [harbour, neighbour, village] = await Promise.all([1, 2, 3].map((id) => service.signIn(id)));
  patrons = { harbour: harbour!, neighbour: neighbour!, village: village! };
});
afterAll(async () => {
  await service.close();
  clocks.restore();
});
afterEach(() => removeRates(HARBOUR, VILLAGE));

/** A JWT is checked with new settings only: with its answer the service knows the rates. Then counting begins anew. */
async function setRates(websiteId: number, rates: object): Promise<void> {
  await service.import({ record: 'settings', websiteId, rates });
  await beginAnew();
}

async function removeRates(...websiteIds: readonly number[]): Promise<void> {
  for (const websiteId of websiteIds)
    await service.import(
      { record: 'settings', websiteId, rates: {} },
      { record: 'settings', websiteId, delete: true },
    );
  await beginAnew();
}

async function beginAnew(): Promise<void> {
  clocks.advance(61);
  const jwt = assembleToken({ alg: 'ES256' }, { iss: 'https://id.example.org' }, 'AAAA');
  expectRefusal(await new PatronClient(service.url, jwt).get(ME), 'Unauthorized');
}

async function askTimes(times: number, client: PatronClient, path = ME): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let time = 0; time < times; time++) answers.push(await client.get(path));
  return answers;
}

function expectExceeded(answer: Answer, name: string, requests: number): void {
  expectRefusal(answer, 'TooManyRequests');
  expect(answer.headers.get('ratelimit-policy')).toBe(`"${name}";q=${requests};w=60`);
}

async function expectRate(client: PatronClient, name: string, requests: number, path = ME): Promise<void> {
  for (const answer of await askTimes(requests, client, path)) expectOk(answer);
  expectExceeded(await client.get(path), name, requests);
}

async function clientOf(websiteIds: readonly number[]): Promise<PatronClient> {
  await service.import({ record: 'client', ...DISCOVERY, websiteIds });
  return new PatronClient(service.url, tokenIn(await new OAuthClient(service.url).clientToken()));
}
const libraryPath = (websiteId: number): string => `/v1/libraries/${websiteId}`;

test('a library’s rate holds for each of its patrons, and the service’s for those of others', async () => {
  await setRates(HARBOUR, { perPatron: 2 });
  await expectRate(patrons.harbour, 'patron', 2);
  await expectRate(patrons.neighbour, 'patron', 2);
  await expectRate(patrons.village, 'patron', 4);
});

test('a library may lift the service’s rate', async () => {
  await setRates(HARBOUR, { perPatron: 0 });
  for (const answer of await askTimes(10, patrons.harbour)) expectOk(answer);
  await expectRate(patrons.village, 'patron', 4);
});

test('all patrons of a library share its own rate, and another library is not affected', async () => {
  await setRates(HARBOUR, { perLibrary: 5 });
  for (const answer of await askTimes(3, patrons.harbour)) expectOk(answer);
  for (const answer of await askTimes(2, patrons.neighbour)) expectOk(answer);
  for (const client of [patrons.harbour, patrons.neighbour])
    expectExceeded(await client.get(ME), 'library', 5);
  await expectRate(patrons.village, 'patron', 4);
});

test('a patron beyond their own rate takes nothing from the library’s', async () => {
  await setRates(HARBOUR, { perPatron: 2, perLibrary: 4 });
  await expectRate(patrons.harbour, 'patron', 2);
  for (const answer of await askTimes(5, patrons.harbour)) expectExceeded(answer, 'patron', 2);
  for (const answer of await askTimes(2, patrons.neighbour)) expectOk(answer);
  expectExceeded(await patrons.neighbour.get(ME), 'patron', 2);
});

test('a client has the rate of its library, and takes from the rate of that library', async () => {
  await setRates(HARBOUR, { perClient: 7, perLibrary: 6 });
  const client = await clientOf([HARBOUR]);
  clocks.advance(61);
  await expectRate(client, 'library', 6, libraryPath(HARBOUR));
  expectExceeded(await patrons.harbour.get(ME), 'library', 6);
  await setRates(HARBOUR, { perClient: 2 });
  await expectRate(client, 'client', 2, libraryPath(HARBOUR));
});

test('a client of several libraries has the highest rate of theirs', async () => {
  await setRates(HARBOUR, { perClient: 2, perLibrary: 1 });
  const client = await clientOf([HARBOUR, VILLAGE]);
  clocks.advance(61);
  await expectRate(client, 'client', 5, libraryPath(HARBOUR));
  await setRates(VILLAGE, { perClient: 0 });
  for (const answer of await askTimes(12, client, libraryPath(VILLAGE))) expectOk(answer);
});

test('rates that are removed no longer hold', async () => {
  await setRates(HARBOUR, { perPatron: 1 });
  await expectRate(patrons.harbour, 'patron', 1);
  await removeRates(HARBOUR);
  await expectRate(patrons.harbour, 'patron', 4);
});
