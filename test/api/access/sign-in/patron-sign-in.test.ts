import { expectRefusal } from '../../../support/answers.js';
import { advanceClock, HOUR, MINUTE } from '../../../support/clock.js';
import { expectOAuthRefusal, expectToken } from '../../../support/access/oauth/oauth-answers.js';
import {
  PIN_LIBRARY,
  SignInLibraries,
  NO_PIN_LIBRARY,
} from '../../../support/access/sign-in/sign-in-libraries.js';
import { formOf, OAuthClient, omit, grantedScope, tokenIn } from '../../../support/requests/oauth-client.js';

let libraries: SignInLibraries;
beforeAll(async () => {
  libraries = await SignInLibraries.open();
});
afterAll(() => libraries.close());

describe('a card and its PIN', () => {
  test('bring a token, by which the patron is known at once', async () => {
    const holder = await libraries.importCardholder();
    const answer = await libraries.discovery.signIn(holder);
    expectToken(answer, grantedScope(PIN_LIBRARY));
    const profile = await libraries.profile(tokenIn(answer));
    expect([profile.status, profile.body.patronId, profile.body.websiteId]).toEqual([
      200,
      holder.patronId,
      PIN_LIBRARY,
    ]);
  });

  test('bring another token each time, and the earlier ones stay good', async () => {
    const holder = await libraries.addCardholder();
    const tokens = [await libraries.discovery.tokenOf(holder), await libraries.discovery.tokenOf(holder)];
    expect(tokens[0]).not.toBe(tokens[1]);
    for (const token of tokens) expect((await libraries.profile(token)).body.patronId).toBe(holder.patronId);
  });

  test('are told apart by library: the same card is another patron in another', async () => {
    const cardNumber = 'shared between libraries';
    const inCity = await libraries.addCardholder({ cardNumber, pin: '1111' });
    const inVillage = await libraries.addCardholder({ cardNumber, pin: '2222', websiteId: NO_PIN_LIBRARY });
    for (const holder of [inCity, inVillage])
      expect((await libraries.profile(await libraries.discovery.tokenOf(holder))).body.patronId).toBe(
        holder.patronId,
      );
    expectOAuthRefusal(
      await libraries.discovery.signIn({ ...inCity, pin: inVillage.pin }),
      'unauthorized_client',
    );
  });

  test('bring a token that is good for an hour of the service’s clock', async () => {
    const token = await libraries.discovery.tokenOf(await libraries.addCardholder());
    await advanceClock(libraries.service, HOUR - MINUTE);
    expect((await libraries.profile(token)).status).toBe(200);
    await advanceClock(libraries.service, MINUTE);
    const answer = await libraries.profile(token);
    expectRefusal(answer, 'Unauthorized', 'expired');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="holdfast", error="invalid_token"');
  });
});

describe('a scope', () => {
  test.each([
    ['as the contract has it', `websiteid:${PIN_LIBRARY} authorizationname:main`, 'main'],
    ['websiteId', `websiteId:${PIN_LIBRARY} authorizationname:main`, 'main'],
    ['in capitals', `WEBSITEID:${PIN_LIBRARY} AUTHORIZATIONNAME:MAIN`, 'MAIN'],
    ['with ilsname', `websiteid:${PIN_LIBRARY} ilsname:main`, 'main'],
    ['websiteId with ilsname', `websiteId:${PIN_LIBRARY} ilsname:default`, 'default'],
    ['with both names', `websiteid:${PIN_LIBRARY} authorizationname:main ilsname:default`, 'main'],
    ['the other way round', `authorizationname:main websiteid:${PIN_LIBRARY}`, 'main'],
    ['with a name of two words', `websiteid:${PIN_LIBRARY} authorizationname:Main Library`, 'Main Library'],
    ['with such a name first', `ilsname:Main Library websiteid:${PIN_LIBRARY}`, 'Main Library'],
    ['with more spaces', `  websiteid:${PIN_LIBRARY}   authorizationname:main `, 'main'],
    ['with a colon in the name', `websiteid:${PIN_LIBRARY} authorizationname:a:b`, 'a:b'],
    ['as an earlier answer had it', grantedScope(PIN_LIBRARY, 'main'), 'main'],
    ['with other words', `openid websiteid:${PIN_LIBRARY} offline_access ilsname:main`, 'main'],
  ])('may be written %s; the answer names what is open, the library and the name', async (_, scope, name) => {
    expectToken(
      await libraries.discovery.signIn(await libraries.addCardholder(), { scope }),
      `LIB META AVAIL SRCH PATRON websiteid:${PIN_LIBRARY} authorizationname:${name}`,
    );
  });

  test.each([
    ['without a name', `websiteid:${PIN_LIBRARY}`],
    ['with an empty name', `websiteid:${PIN_LIBRARY} authorizationname:`],
  ])('%s is answered with the library alone', async (_, scope) => {
    expectToken(
      await libraries.discovery.signIn(await libraries.addCardholder(), { scope }),
      `LIB META AVAIL SRCH PATRON websiteid:${PIN_LIBRARY}`,
    );
  });

  test.each([
    ['an unencoded space', `websiteid:${PIN_LIBRARY} authorizationname:main`],
    ['an unencoded space and all else encoded', `websiteid%3A${PIN_LIBRARY} authorizationname%3Amain`],
    ['a plus', `websiteid:${PIN_LIBRARY}+authorizationname:main`],
    ['%20', `websiteid%3A${PIN_LIBRARY}%20authorizationname%3Amain`],
    ['percent escapes in either case', `websiteid%3a${PIN_LIBRARY}%20authorizationname%3Amain`],
  ])('may be sent with %s', async (_, scope) => {
    const { cardNumber, pin } = await libraries.addCardholder();
    const body = `grant_type=password&username=${cardNumber}&password=${pin}&scope=${scope}`;
    expectToken(await libraries.discovery.post('/patrontoken', body), grantedScope(PIN_LIBRARY));
  });
});

describe('a request', () => {
  test.each([
    ['the plain type', 'application/x-www-form-urlencoded'],
    ['a charset', 'application/x-www-form-urlencoded; charset=utf-8'],
    ['a charset in capitals', 'Application/X-WWW-Form-Urlencoded;charset=UTF-8'],
  ])('may have %s', async (_, type) => {
    const form = formOf(await libraries.addCardholder());
    expectToken(
      await libraries.discovery.post('/patrontoken', form, { 'content-type': type }),
      grantedScope(PIN_LIBRARY),
    );
  });

  test('may have a slash at the end of its address, parameters in any order, and some that nobody knows', async () => {
    const form = Object.fromEntries(Object.entries(formOf(await libraries.addCardholder())).reverse());
    const answer = await libraries.discovery.post('/patrontoken/', { nonce: '7', empty: '', ...form });
    expectToken(answer, grantedScope(PIN_LIBRARY));
  });
});

describe('a card number', () => {
  test.each([
    'card with spaces',
    ' space at the ends ',
    'ключ-№7',
    'Straße 12 & Söhne',
    '卡片一二三',
    '🎫7',
    '100%+1=a&b',
    'O’Neill "quoted" \\ back',
    '%41',
    '0',
    'x'.repeat(100),
  ])('may be %j, and its PIN too', async (text) => {
    const holder = await libraries.addCardholder({ cardNumber: text, pin: text });
    expect((await libraries.profile(await libraries.discovery.tokenOf(holder))).body.patronId).toBe(
      holder.patronId,
    );
  });

  test.each([
    ['its case', 'abc', 'ABC'],
    ['a space more', 'a b', 'a  b'],
    ['zeros in front', '7007', '07007'],
    ['an accent', 'cafe', 'café'],
  ])('is another one with %s', async (_, own, other) => {
    const holder = await libraries.addCardholder({ cardNumber: own });
    expectOAuthRefusal(
      await libraries.discovery.signIn({ ...holder, cardNumber: other }),
      'unauthorized_client',
    );
  });
});

describe('a wrong PIN', () => {
  test.each([
    ['another', '2469'],
    ['a longer', '24680'],
    ['a shorter', '246'],
    ['one with a space', '2468 '],
    ['one with an escape', '2468%00'],
    ['a very long', '2'.repeat(60_000)],
  ])('%s one is refused', async (_, pin) => {
    const holder = await libraries.addCardholder();
    expectOAuthRefusal(
      await libraries.discovery.signIn(holder, { password: pin }),
      'unauthorized_client',
      'card or the PIN',
    );
  });
});

describe('password_required=false', () => {
  test.each(['false', 'FALSE', 'False'])(
    'written %s lets a card in where the library says so',
    async (value) => {
      const holder = await libraries.addCardholder({ websiteId: NO_PIN_LIBRARY });
      for (const password of ['', 'anything', '[ignore]']) {
        const answer = await libraries.discovery.signIn(holder, { password, password_required: value });
        expectToken(answer, grantedScope(NO_PIN_LIBRARY));
        expect((await libraries.profile(tokenIn(answer))).body.patronId).toBe(holder.patronId);
      }
    },
  );

  test('lets in a patron who has no PIN, also when no password is sent', async () => {
    const holder = await libraries.addCardholder({ websiteId: NO_PIN_LIBRARY, pin: null });
    const form = { ...formOf(holder), password_required: 'false' };
    expectToken(
      await libraries.discovery.post('/patrontoken', omit(form, 'password')),
      grantedScope(NO_PIN_LIBRARY),
    );
  });

  test('lets nobody in where the library asks for PINs, unless the PIN is right', async () => {
    const holder = await libraries.addCardholder();
    for (const password of ['', 'anything']) {
      const answer = await libraries.discovery.signIn(holder, { password, password_required: 'false' });
      expectOAuthRefusal(answer, 'unauthorized_client', 'card or the PIN');
    }
    expectToken(
      await libraries.discovery.signIn(holder, { password_required: 'false' }),
      grantedScope(PIN_LIBRARY),
    );
  });

  test('lets no card in that nobody has', async () => {
    const holder = await libraries.addCardholder({ websiteId: NO_PIN_LIBRARY });
    const stranger = { ...holder, cardNumber: 'nobody has this' };
    expectOAuthRefusal(
      await libraries.discovery.signIn(stranger, { password_required: 'false' }),
      'unauthorized_client',
    );
  });

  test.each(['true', 'yes', '0', 'no', ''])('is not meant by %j', async (value) => {
    const holder = await libraries.addCardholder({ websiteId: NO_PIN_LIBRARY });
    const wrong = await libraries.discovery.signIn(holder, { password: 'wrong', password_required: value });
    expectOAuthRefusal(wrong, 'unauthorized_client');
    const none = await libraries.discovery.signIn(holder, { password: '', password_required: value });
    expectOAuthRefusal(none, 'invalid_request', 'password is missing');
  });
});

describe('a patron without a PIN', () => {
  test('is not let in where PINs are needed, whatever is sent', async () => {
    const holder = await libraries.addCardholder({ pin: null });
    for (const password of ['2468', 'nobody', 'null', ' '])
      expectOAuthRefusal(
        await libraries.discovery.signIn(holder, { password }),
        'unauthorized_client',
        'card or the PIN',
      );
  });

  test('is let in with the PIN that they are given later', async () => {
    const holder = await libraries.addCardholder({ pin: null });
    const { patronId, cardNumber, websiteId } = holder;
    await libraries.service.import({
      record: 'patron',
      websiteId,
      patronId,
      cardNumber,
      category: 'adult',
      pin: '1357',
    });
    expectToken(await libraries.discovery.signIn({ ...holder, pin: '1357' }), grantedScope(PIN_LIBRARY));
  });
});

test('a client of another library is refused, as if the library were not there', async () => {
  const holder = await libraries.addCardholder();
  const answer = await new OAuthClient(libraries.service.url, libraries.otherClient.credentials).signIn(
    holder,
  );
  expectOAuthRefusal(answer, 'invalid_scope', 'does not serve this library');
  const nowhere = await libraries.otherClient.signIn({ ...holder, websiteId: 4000 });
  expect(answer.text).toBe(nowhere.text);
});
