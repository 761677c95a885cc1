import { findOtherHash } from '../../../../src/access/sign-in/cards.store.js';
import { expectRefusal } from '../../../support/answers.js';
import type { Answer } from '../../../support/client.js';
import { library } from '../../../support/records.js';
import { advanceClock, HOUR, MINUTE } from '../../../support/clock.js';
import { expectOAuthRefusal, expectToken } from '../../../support/access/oauth/oauth-answers.js';
import { setOldPinHash, SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';
import {
  type Cardholder,
  formOf,
  grantedScope,
  type OAuthClient,
  omit,
  tokenIn,
} from '../../../support/requests/oauth-client.js';

let libraries: SignInLibraries;
let discovery: OAuthClient;
beforeAll(async () => {
  libraries = await SignInLibraries.open();
  ({ discovery } = libraries);
});

const WRONG = 'card or the PIN';

async function expectKnown({ patronId }: Cardholder, token: string): Promise<void> {
  const profile = await libraries.profile(token);
  expect([profile.status, profile.body.patronId]).toEqual([200, patronId]);
}

describe('a card and its PIN', () => {
  test('bring another token each time, by which the patron is known at once', async () => {
    const holder = await libraries.importCardholder();
    const answers = [await discovery.signIn(holder), await discovery.signIn(holder)];
    for (const answer of answers) {
      expectToken(answer, grantedScope(libraries.pinLibrary));
      await expectKnown(holder, tokenIn(answer));
    }
    expect(tokenIn(answers[0]!)).not.toBe(tokenIn(answers[1]!));
  });

  test('are told apart by library: the same card is another patron in another', async () => {
    const cardNumber = 'shared between libraries';
    const here = await libraries.addCardholder({ cardNumber, pin: '1111' });
    const websiteId = libraries.noPinLibrary;
    const there = await libraries.addCardholder({ cardNumber, pin: '2222', websiteId });
    for (const holder of [here, there]) await expectKnown(holder, await discovery.tokenOf(holder));
    expectOAuthRefusal(await discovery.signIn({ ...here, pin: there.pin }), 'unauthorized_client');
  });

  test('are known in any case and with spaces round the card, or between its digits, unless two cards or the library say otherwise', async () => {
    const { pinLibrary, noPinLibrary } = libraries;
    const typed = (holder: Cardholder, cardNumber: string): Promise<Answer> =>
      discovery.signIn({ ...holder, cardNumber });
    const holder = await libraries.addCardholder({ cardNumber: '  Ab-77 ' });
    for (const cardNumber of ['Ab-77', 'aB-77 ', '\tAB-77', '\u200bAb-77\u00a0\u200e'])
      await expectKnown(holder, tokenIn(await typed(holder, cardNumber)));
    const printed = await libraries.addCardholder({ cardNumber: '2 0001 0000 7777' });
    for (const cardNumber of ['2 0001 0000 7777', '2000100007777', ' 2000 1000 07777'])
      await expectKnown(printed, tokenIn(await typed(printed, cardNumber)));
    // Two that were there before, and differ in their case alone.
    const [upper, lower] = await libraries.addTwins('cD-77', 'Cd-77');
    for (const twin of [upper, lower]) await expectKnown(twin, await discovery.tokenOf(twin));
    expectOAuthRefusal(await typed(upper, 'CD-77'), 'unauthorized_client');

    const rules = { pinRequired: false, cardCaseMatters: true };
    await libraries.service.import(library({ websiteId: noPinLibrary, ...rules }));
    const strict = await libraries.addCardholder({ websiteId: noPinLibrary, cardNumber: 'Ef-77' });
    await expectKnown(strict, tokenIn(await typed(strict, ' Ef-77 ')));
    expectOAuthRefusal(await typed(strict, 'EF-77'), 'unauthorized_client');
    await libraries.addCardholder({ websiteId: noPinLibrary, cardNumber: 'EF-77' });
    await expect(libraries.addCardholder({ websiteId: pinLibrary, cardNumber: 'AB-77' })).rejects.toThrow(
      /cardNumber "AB-77" is already the card of patron/,
    );
  });

  test('bring a token that is good for an hour of the service’s clock', async () => {
    const token = await discovery.tokenOf(await libraries.addCardholder());
    await advanceClock(libraries.service, HOUR - MINUTE);
    expect((await libraries.profile(token)).status).toBe(200);
    await advanceClock(libraries.service, MINUTE);
    const answer = await libraries.profile(token);
    expectRefusal(answer, 'Unauthorized', 'expired');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="holdfast", error="invalid_token"');
  });

  test('bring one that is good for an hour, as a client’s own is', async () => {
    const answer = await libraries.discovery.signIn(await libraries.addCardholder());
    const { body } = await libraries.discovery.clientToken();
    expect([answer.body.expires_in, body.expires_in]).toEqual([HOUR, HOUR]);
    await advanceClock(libraries.service, HOUR - MINUTE);
    expect((await libraries.profile(tokenIn(answer))).status).toBe(200);
    await advanceClock(libraries.service, MINUTE);
    expectRefusal(await libraries.profile(tokenIn(answer)), 'Unauthorized');
  });
});

describe('a scope', () => {
  /** `#`: the number of the library, whose patrons need no PIN: hashes take time. */
  test.each([
    ['websiteid:# authorizationname:main', 'main'],
    ['websiteId:# authorizationname:main', 'main'],
    ['WEBSITEID:# AUTHORIZATIONNAME:MAIN', 'MAIN'],
    ['websiteid:# ilsname:main', 'main'],
    ['websiteId:# ilsname:default', 'default'],
    ['websiteid:# authorizationname:main ilsname:default', 'main'],
    ['authorizationname:main websiteid:#', 'main'],
    ['websiteid:# authorizationname:Main Library', 'Main Library'],
    ['ilsname:Main Library websiteid:#', 'Main Library'],
    ['  websiteid:#   authorizationname:main ', 'main'],
    ['websiteid:# authorizationname:a:b', 'a:b'],
    ['LIB META AVAIL SRCH PATRON websiteid:# authorizationname:main', 'main'],
    ['openid websiteid:# offline_access ilsname:main', 'main'],
    ['websiteid:#', undefined],
    ['websiteid:# authorizationname:', undefined],
  ])('may be %j; the answer names what is open, the library and the name, if any', async (written, name) => {
    const scope = written.replace('#', String(libraries.noPinLibrary));
    const holder = await libraries.addCardholder({ websiteId: libraries.noPinLibrary });
    const answer = await discovery.signIn(holder, { scope, password_required: 'false' });
    const granted = `LIB META AVAIL SRCH PATRON websiteid:${libraries.noPinLibrary}`;
    expectToken(answer, name === undefined ? granted : `${granted} authorizationname:${name}`);
  });

  test.each([
    ['an unencoded space', 'websiteid:# authorizationname:main'],
    ['an unencoded space and all else encoded', 'websiteid%3A# authorizationname%3Amain'],
    ['a plus', 'websiteid:#+authorizationname:main'],
    ['%20', 'websiteid%3A#%20authorizationname%3Amain'],
    ['percent escapes in either case', 'websiteid%3a#%20authorizationname%3Amain'],
  ])('may be sent with %s', async (_, written) => {
    const { cardNumber, pin } = await libraries.addCardholder();
    const scope = written.replace('#', String(libraries.pinLibrary));
    const body = `grant_type=password&username=${cardNumber}&password=${pin}&scope=${scope}`;
    expectToken(await discovery.post('/patrontoken', body), grantedScope(libraries.pinLibrary));
  });
});

test('a request may name its type in any case and with a charset', async () => {
  for (const type of [
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=utf-8',
    'Application/X-WWW-Form-Urlencoded;charset=UTF-8',
  ]) {
    const form = formOf(await libraries.addCardholder());
    const answer = await discovery.post('/patrontoken', form, { 'content-type': type });
    expectToken(answer, grantedScope(libraries.pinLibrary));
  }
});

test('a request may have a slash at the end of its address, parameters in any order, and some that nobody knows', async () => {
  const form = Object.fromEntries(Object.entries(formOf(await libraries.addCardholder())).reverse());
  const answer = await discovery.post('/patrontoken/', { nonce: '7', empty: '', ...form });
  expectToken(answer, grantedScope(libraries.pinLibrary));
});

describe('a card number', () => {
  test.each([
    ...['card with spaces', ' space at the ends ', 'ключ-№7', 'Straße 12 & Söhne', '🎫7', '100%+1=a&b'],
    ...['O’Neill "quoted" \\ back', '%41', '0', 'x'.repeat(100)],
  ])('may be %j, and its PIN too', async (text) => {
    const holder = await libraries.addCardholder({ cardNumber: text, pin: text });
    await expectKnown(holder, await discovery.tokenOf(holder));
  });

  test.each([
    ['a space more', 'a b', 'a  b'],
    ['zeros in front', '7007', '07007'],
    ['an accent', 'cafe', 'café'],
  ])('is another one with %s', async (_, own, cardNumber) => {
    const holder = await libraries.addCardholder({ cardNumber: own });
    expectOAuthRefusal(await discovery.signIn({ ...holder, cardNumber }), 'unauthorized_client');
  });
});

test('every wrong PIN is refused', async () => {
  const holder = await libraries.addCardholder();
  for (const password of ['2469', '24680', '246', '2468 ', '2468%00', '2'.repeat(60_000)])
    expectOAuthRefusal(await discovery.signIn(holder, { password }), 'unauthorized_client', WRONG);
});

describe('password_required=false', () => {
  test.each(['false', 'FALSE', 'False'])(
    'written %s lets a card in where the library says so',
    async (password_required) => {
      const holder = await libraries.addCardholder({ websiteId: libraries.noPinLibrary });
      for (const password of ['', 'anything', '[ignore]']) {
        const answer = await discovery.signIn(holder, { password, password_required });
        expectToken(answer, grantedScope(libraries.noPinLibrary));
        await expectKnown(holder, tokenIn(answer));
      }
    },
  );

  test('lets in a patron who has no PIN, also when no password is sent', async () => {
    const holder = await libraries.addCardholder({ websiteId: libraries.noPinLibrary, pin: null });
    const form = omit({ ...formOf(holder), password_required: 'false' }, 'password');
    expectToken(await discovery.post('/patrontoken', form), grantedScope(libraries.noPinLibrary));
  });

  test('lets nobody in where the library asks for PINs, unless the PIN is right', async () => {
    const holder = await libraries.addCardholder();
    const password_required = 'false';
    for (const password of ['', 'anything']) {
      const answer = await discovery.signIn(holder, { password, password_required });
      expectOAuthRefusal(answer, 'unauthorized_client', WRONG);
    }
    const answer = await discovery.signIn(holder, { password_required });
    expectToken(answer, grantedScope(libraries.pinLibrary));
  });

  test('lets no card in that nobody has', async () => {
    const holder = await libraries.addCardholder({ websiteId: libraries.noPinLibrary });
    const stranger = { ...holder, cardNumber: 'nobody has this' };
    const answer = await discovery.signIn(stranger, { password_required: 'false' });
    expectOAuthRefusal(answer, 'unauthorized_client');
  });

  test('is not meant by any other value: then a password has to be sent', async () => {
    const holder = await libraries.addCardholder({ websiteId: libraries.noPinLibrary });
    for (const password_required of ['true', 'yes', '0', 'no', '']) {
      const none = await discovery.signIn(holder, { password: '', password_required });
      expectOAuthRefusal(none, 'invalid_request', 'password is missing');
    }
  });
});

test.each(['2468', null])(
  'a library without PINs ignores the password that is sent, for the PIN %j',
  async (pin) => {
    const holder = await libraries.addCardholder({ websiteId: libraries.noPinLibrary, pin });
    for (const password of ['2468', '1234', '[ignore]']) {
      const answer = await discovery.signIn(holder, { password });
      expectToken(answer, grantedScope(libraries.noPinLibrary));
      await expectKnown(holder, tokenIn(answer));
    }
    const stranger = { ...holder, cardNumber: 'nobody has this' };
    expectOAuthRefusal(await discovery.signIn(stranger, { password: '2468' }), 'unauthorized_client', WRONG);
  },
);

test('a patron without a PIN is not let in where PINs are needed, until they are given one', async () => {
  const holder = await libraries.addCardholder({ pin: null });
  for (const password of ['2468', 'nobody', 'null', ' '])
    expectOAuthRefusal(await discovery.signIn(holder, { password }), 'unauthorized_client', WRONG);
  const given = { ...holder, pin: '1357' };
  await libraries.service.import({ record: 'patron', category: 'adult', ...given });
  expectToken(await discovery.signIn(given), grantedScope(libraries.pinLibrary));
});

test('a client of another library is refused, as if the library were not there', async () => {
  const holder = await libraries.addCardholder();
  const answer = await libraries.otherClient.signIn(holder);
  expectOAuthRefusal(answer, 'invalid_scope', 'does not serve this library');
  const nowhere = await libraries.otherClient.signIn({ ...holder, websiteId: 4_000_000 });
  expect(answer.text).toBe(nowhere.text);
});

test('whether hashes of former releases are left is known of each library, until the last is replaced', async () => {
  const { websiteId, patronId, pin, ...card } = await libraries.addCardholder();
  const { database } = libraries.service;
  await setOldPinHash(database, patronId, pin);
  expect(await findOtherHash(database, websiteId)).toEqual({ pinHash: expect.stringMatching(/^scrypt/) });
  expect(await findOtherHash(database, libraries.otherLibrary)).toBeUndefined();
  await discovery.tokenOf({ websiteId, patronId, pin, ...card });
  expect(await findOtherHash(database, websiteId)).toBeUndefined();
});
