import { PatronClient } from '../../support/client.js';
import { expectOk, expectRefusal } from '../../support/answers.js';
import { smallLibrary } from '../../support/records.js';
import { HOLDS } from '../../support/paths.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

const MAX_WRONG_TOKENS = 3;
const QUEUES = '/operator/v1/libraries/37/queues';

let service: ServiceUnderTest;
beforeEach(async () => {
  const settings = { OPERATOR_TOKEN, WRONG_TOKENS_PER_ADDRESS: String(MAX_WRONG_TOKENS) };
  service = await startService(smallLibrary(2, [1]), settings);
});
afterEach(() => service.close());

let made = 0;
const somebody = (): PatronClient => new PatronClient(service.url, `made-up-${made++}`);

test.each([
  ['the operator’s endpoints', QUEUES],
  ['the API', HOLDS],
])('beyond the rate, tokens that nobody knows are not looked up at %s', async (_, path) => {
  const known = await service.signIn(1);
  expectOk(await known.get(HOLDS));
  for (let attempt = 0; attempt <= MAX_WRONG_TOKENS; attempt++)
    expectRefusal(await somebody().get(path), 'Unauthorized');
  for (const each of [path, QUEUES, HOLDS]) {
    const refused = await somebody().get(each);
    expectRefusal(refused, 'TooManyRequests', 'unknown tokens');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expectOk(await known.get(HOLDS));
  expectOk(await new PatronClient(service.url, OPERATOR_TOKEN).get(QUEUES));
});

test('a token that ends counts like one that was never right', async () => {
  const known = await service.signIn(1);
  expectOk(await known.get(HOLDS));
  for (let attempt = 0; attempt <= MAX_WRONG_TOKENS; attempt++) await somebody().get(HOLDS);
  await service.import({ record: 'patron', websiteId: 37, patronId: 1, delete: true });
  expectRefusal(await known.get(HOLDS), 'Unauthorized');
  expectRefusal(await known.get(HOLDS), 'TooManyRequests');
});
