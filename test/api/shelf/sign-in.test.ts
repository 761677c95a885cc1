import { expectRefusal } from '../../support/answers.js';
import { type Answer, PatronClient } from '../../support/client.js';
import { library as libraryRecord, WEBSITE_ID } from '../../support/records.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';

const SIGN_IN = '/shelf/sign-in';
const CARD = '28000000000001';
const PIN = '2468';
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

type Form = Readonly<Record<string, string>>;

let library: TestLibrary;
let patron: TestPatron;
let client: PatronClient;
beforeAll(async () => {
  library = await TestLibrary.alone({}, { SHELF: 'true' });
  patron = await library.addPatron({ cardNumber: CARD, pin: PIN });
  client = new PatronClient(library.service.url, '');
});
afterAll(() => library.close());

function signIn(form: Form, headers: Readonly<Record<string, string>> = OWN_PAGE): Promise<Answer> {
  return client.send('POST', SIGN_IN, {
    headers: { authorization: '', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ websiteId: String(WEBSITE_ID), ...form }).toString(),
  });
}

test('a card and its PIN give a token of the patron, which nobody keeps on its way', async () => {
  const { status, headers, body } = await signIn({ cardNumber: ` \u200b${CARD}\u00a0`, pin: PIN });
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache, no-store']);
  expect(body).toEqual({ token: expect.stringMatching(/^holdfast_[\w-]{54}$/), expiresInSeconds: 3600 });
  const me = await new PatronClient(library.service.url, body.token).get('/v1/patrons/me');
  expect(me.body).toMatchObject({ patronId: patron.patronId });
});

test('an unknown card and a wrong PIN get the same answer', async () => {
  for (const [cardNumber, pin] of [[CARD, '0000'] as const, ['1', PIN] as const])
    expectRefusal(await signIn({ cardNumber, pin }), 'Unauthorized', /^The card or the PIN is wrong\.$/);
});

test('without a PIN the library decides whether the card alone will do', async () => {
  await library.import(libraryRecord({ pinRequired: false }));
  expect((await signIn({ cardNumber: CARD, pin: '' })).status).toBe(200);
  await library.import(libraryRecord({ pinRequired: true }));
  expectRefusal(await signIn({ cardNumber: CARD, pin: '' }), 'Unauthorized');
  expect((await signIn({ cardNumber: CARD, pin: PIN })).status).toBe(200);
});

test('after ten wrong PINs the card is refused, also with the right one', async () => {
  await library.addPatron({ cardNumber: 'guessed', pin: PIN });
  for (let time = 0; time < 10; time++)
    expectRefusal(await signIn({ cardNumber: 'guessed', pin: '1' }), 'Unauthorized');
  const refused = await signIn({ cardNumber: 'guessed', pin: PIN });
  expectRefusal(refused, 'TooManyRequests', 'this card is refused');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
  expect((await signIn({ cardNumber: CARD, pin: PIN })).status).toBe(200);
});

test('forty attempts at one card at once leave room for another card, also from the same network', async () => {
  await library.addPatron({ cardNumber: 'flooded', pin: PIN });
  const flood = Array.from({ length: 40 }, () => signIn({ cardNumber: 'flooded', pin: '1' }));
  await Promise.race(flood);
  expect((await signIn({ cardNumber: CARD, pin: PIN })).status).toBe(200);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
});

test.each<[string, Form, 'InvalidFieldValue' | 'MissingField']>([
  ['no library', { websiteId: '' }, 'InvalidFieldValue'],
  ['an unknown library', { websiteId: '38' }, 'InvalidFieldValue'],
  ['no card', { cardNumber: ' ' }, 'MissingField'],
  ['a NUL character', { cardNumber: 'a\0b' }, 'InvalidFieldValue'],
])('%s is refused', async (_, form, code) => {
  expectRefusal(await signIn({ cardNumber: CARD, pin: PIN, ...form }), code);
});

test.each<[string, Record<string, string>]>([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbour', { 'sec-fetch-site': 'same-site' }],
  ['a bookmark', { 'sec-fetch-site': 'none' }],
  ['another origin', { origin: 'https://elsewhere.example.org' }],
  ['a page of no origin', { origin: 'null' }],
  ['a program', {}],
])('a request from %s is refused, and no PIN looked at', async (_, headers) => {
  const answer = await signIn({ cardNumber: CARD, pin: PIN }, headers);
  expectRefusal(answer, 'InvalidFieldValue', "the shelf's own page");
});

test('over plain HTTP the origin says that the page is the service’s own', async () => {
  const answer = await signIn({ cardNumber: '', pin: '' }, { origin: library.service.url });
  expectRefusal(answer, 'MissingField');
});

test('signing out ends the token, and only from the page', async () => {
  const { token } = await library.addPatron();
  const leaving = new PatronClient(library.service.url, token);
  const leave = (headers: Record<string, string>): Promise<Answer> =>
    leaving.send('POST', '/shelf/sign-out', { headers });
  expectRefusal(await leave({ 'sec-fetch-site': 'cross-site' }), 'InvalidFieldValue');
  expect((await leaving.get('/v1/patrons/me')).status).toBe(200);
  expect((await leave(OWN_PAGE)).status).toBe(204);
  expectRefusal(await leaving.get('/v1/patrons/me'), 'Unauthorized');
});
