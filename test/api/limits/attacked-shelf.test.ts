import { expectRefusal } from '../../support/answers.js';
import { type Answer, PatronClient } from '../../support/client.js';
import { WEBSITE_ID } from '../../support/records.js';
import { TestLibrary } from '../../support/test-library.js';

const HOLDER = { cardNumber: '28000000000001', pin: '2468' };

let library: TestLibrary;
beforeAll(async () => {
  const limits = { WRONG_PINS_PER_CLIENT: '35', WRONG_PINS_PER_ADDRESS: '32' };
  library = await TestLibrary.alone({}, { SHELF: 'true', TRUSTED_PROXIES: '127.0.0.1', ...limits });
  await library.addPatron(HOLDER);
});
afterAll(() => library.close());

function signIn(address: string, form: Readonly<Record<string, string>>): Promise<Answer> {
  return new PatronClient(library.service.url, '').send('POST', '/shelf/sign-in', {
    headers: {
      authorization: '',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': address,
    },
    body: new URLSearchParams({ websiteId: String(WEBSITE_ID), ...form }).toString(),
  });
}

/** Wrong PINs for cards that nobody has. @returns how many were looked at before they were refused */
async function guessFrom(network: string): Promise<number> {
  for (let number = 0; number < 40; number++) {
    const form = { cardNumber: `${network} ${number}`, pin: '1' };
    const { status } = await signIn(`${network}.${number}`, form);
    if (status === 429) return number;
    expect(status).toBe(401);
  }
  return 40;
}

test('many wrong PINs make each network’s limit lower, and shut out nobody in another one', async () => {
  const lookedAt = [];
  for (const network of ['192.0.2', '198.51.100']) lookedAt.push(await guessFrom(network));
  expect(lookedAt).toEqual([32, 30]);
  expectRefusal(await signIn('100.64.0.7', { ...HOLDER, pin: '1' }), 'Unauthorized');
  expect((await signIn('100.64.0.7', HOLDER)).status).toBe(200);
});
