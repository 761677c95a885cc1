import { expectRefusal } from '../support/answers.js';
import { advanceClock, HOUR, MINUTE } from '../support/clock.js';
import { expectOAuthRefusal, expectToken } from './oauth-answers.js';
import { CITY, formOf, OAuthClient, omit, grantedScope, tokenIn, Town, VILLAGE } from './town.js';

let town: Town;
beforeAll(async () => {
  town = await Town.open();
});
afterAll(() => town.close());

describe('a card and its PIN', () => {
  test('bring a token, by which the patron is known at once', async () => {
    const holder = await town.importedCardholder();
    const answer = await town.discovery.signIn(holder);
    expectToken(answer, grantedScope(CITY));
    const profile = await town.profile(tokenIn(answer));
    expect([profile.status, profile.body.patronId, profile.body.websiteId]).toEqual([
      200,
      holder.patronId,
      CITY,
    ]);
  });

  test('bring another token each time, and the earlier ones stay good', async () => {
    const holder = await town.cardholder();
    const tokens = [await town.discovery.tokenOf(holder), await town.discovery.tokenOf(holder)];
    expect(tokens[0]).not.toBe(tokens[1]);
    for (const token of tokens) expect((await town.profile(token)).body.patronId).toBe(holder.patronId);
  });

  test('are told apart by library: the same card is another patron in another', async () => {
    const cardNumber = 'shared between libraries';
    const inCity = await town.cardholder({ cardNumber, pin: '1111' });
    const inVillage = await town.cardholder({ cardNumber, pin: '2222', websiteId: VILLAGE });
    for (const holder of [inCity, inVillage])
      expect((await town.profile(await town.discovery.tokenOf(holder))).body.patronId).toBe(holder.patronId);
    expectOAuthRefusal(await town.discovery.signIn({ ...inCity, pin: inVillage.pin }), 'invalid_grant');
  });

  test('bring a token that is good for an hour of the service’s clock', async () => {
    const token = await town.discovery.tokenOf(await town.cardholder());
    await advanceClock(town.service, HOUR - MINUTE);
    expect((await town.profile(token)).status).toBe(200);
    await advanceClock(town.service, MINUTE);
    const answer = await town.profile(token);
    expectRefusal(answer, 'Unauthorized', 'expired');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="holdfast", error="invalid_token"');
  });
});

describe('a scope', () => {
  test.each([
    ['as the contract has it', `websiteid:${CITY} authorizationname:main`, 'main'],
    ['websiteId', `websiteId:${CITY} authorizationname:main`, 'main'],
    ['in capitals', `WEBSITEID:${CITY} AUTHORIZATIONNAME:MAIN`, 'MAIN'],
    ['with ilsname', `websiteid:${CITY} ilsname:main`, 'main'],
    ['websiteId with ilsname', `websiteId:${CITY} ilsname:default`, 'default'],
    ['with both names', `websiteid:${CITY} authorizationname:main ilsname:default`, 'main'],
    ['the other way round', `authorizationname:main websiteid:${CITY}`, 'main'],
    ['with a name of two words', `websiteid:${CITY} authorizationname:Main Library`, 'Main Library'],
    ['with such a name first', `ilsname:Main Library websiteid:${CITY}`, 'Main Library'],
    ['with more spaces', `  websiteid:${CITY}   authorizationname:main `, 'main'],
    ['with a colon in the name', `websiteid:${CITY} authorizationname:a:b`, 'a:b'],
    ['as an earlier answer had it', grantedScope(CITY, 'main'), 'main'],
    ['with other words', `openid websiteid:${CITY} offline_access ilsname:main`, 'main'],
  ])('may be written %s; the answer names what is open, the library and the name', async (_, scope, name) => {
    expectToken(
      await town.discovery.signIn(await town.cardholder(), { scope }),
      `LIB META AVAIL SRCH PATRON websiteid:${CITY} authorizationname:${name}`,
    );
  });

  test.each([
    ['without a name', `websiteid:${CITY}`],
    ['with an empty name', `websiteid:${CITY} authorizationname:`],
  ])('%s is answered with the library alone', async (_, scope) => {
    expectToken(
      await town.discovery.signIn(await town.cardholder(), { scope }),
      `LIB META AVAIL SRCH PATRON websiteid:${CITY}`,
    );
  });

  test.each([
    ['an unencoded space', `websiteid:${CITY} authorizationname:main`],
    ['an unencoded space and all else encoded', `websiteid%3A${CITY} authorizationname%3Amain`],
    ['a plus', `websiteid:${CITY}+authorizationname:main`],
    ['%20', `websiteid%3A${CITY}%20authorizationname%3Amain`],
    ['percent escapes in either case', `websiteid%3a${CITY}%20authorizationname%3Amain`],
  ])('may be sent with %s', async (_, scope) => {
    const { cardNumber, pin } = await town.cardholder();
    const body = `grant_type=password&username=${cardNumber}&password=${pin}&scope=${scope}`;
    expectToken(await town.discovery.post('/patrontoken', body), grantedScope(CITY));
  });
});

describe('a request', () => {
  test.each([
    ['the plain type', 'application/x-www-form-urlencoded'],
    ['a charset', 'application/x-www-form-urlencoded; charset=utf-8'],
    ['a charset in capitals', 'Application/X-WWW-Form-Urlencoded;charset=UTF-8'],
  ])('may have %s', async (_, type) => {
    const form = formOf(await town.cardholder());
    expectToken(
      await town.discovery.post('/patrontoken', form, { 'content-type': type }),
      grantedScope(CITY),
    );
  });

  test('may have a slash at the end of its address, parameters in any order, and some that nobody knows', async () => {
    const form = Object.fromEntries(Object.entries(formOf(await town.cardholder())).reverse());
    const answer = await town.discovery.post('/patrontoken/', { nonce: '7', empty: '', ...form });
    expectToken(answer, grantedScope(CITY));
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
    const holder = await town.cardholder({ cardNumber: text, pin: text });
    expect((await town.profile(await town.discovery.tokenOf(holder))).body.patronId).toBe(holder.patronId);
  });

  test.each([
    ['its case', 'abc', 'ABC'],
    ['a space more', 'a b', 'a  b'],
    ['zeros in front', '7007', '07007'],
    ['an accent', 'cafe', 'café'],
  ])('is another one with %s', async (_, own, other) => {
    const holder = await town.cardholder({ cardNumber: own });
    expectOAuthRefusal(await town.discovery.signIn({ ...holder, cardNumber: other }), 'invalid_grant');
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
    const holder = await town.cardholder();
    expectOAuthRefusal(
      await town.discovery.signIn(holder, { password: pin }),
      'invalid_grant',
      'card or the PIN',
    );
  });
});

describe('password_required=false', () => {
  test.each(['false', 'FALSE', 'False'])(
    'written %s lets a card in where the library says so',
    async (value) => {
      const holder = await town.cardholder({ websiteId: VILLAGE });
      for (const password of ['', 'anything', '[ignore]']) {
        const answer = await town.discovery.signIn(holder, { password, password_required: value });
        expectToken(answer, grantedScope(VILLAGE));
        expect((await town.profile(tokenIn(answer))).body.patronId).toBe(holder.patronId);
      }
    },
  );

  test('lets in a patron who has no PIN, also when no password is sent', async () => {
    const holder = await town.cardholder({ websiteId: VILLAGE, pin: null });
    const form = { ...formOf(holder), password_required: 'false' };
    expectToken(await town.discovery.post('/patrontoken', omit(form, 'password')), grantedScope(VILLAGE));
  });

  test('lets nobody in where the library asks for PINs, unless the PIN is right', async () => {
    const holder = await town.cardholder();
    for (const password of ['', 'anything']) {
      const answer = await town.discovery.signIn(holder, { password, password_required: 'false' });
      expectOAuthRefusal(answer, 'invalid_grant', 'card or the PIN');
    }
    expectToken(await town.discovery.signIn(holder, { password_required: 'false' }), grantedScope(CITY));
  });

  test('lets no card in that nobody has', async () => {
    const holder = await town.cardholder({ websiteId: VILLAGE });
    const stranger = { ...holder, cardNumber: 'nobody has this' };
    expectOAuthRefusal(
      await town.discovery.signIn(stranger, { password_required: 'false' }),
      'invalid_grant',
    );
  });

  test.each(['true', 'yes', '0', 'no', ''])('is not meant by %j', async (value) => {
    const holder = await town.cardholder({ websiteId: VILLAGE });
    const wrong = await town.discovery.signIn(holder, { password: 'wrong', password_required: value });
    expectOAuthRefusal(wrong, 'invalid_grant');
    const none = await town.discovery.signIn(holder, { password: '', password_required: value });
    expectOAuthRefusal(none, 'invalid_request', 'password is missing');
  });
});

describe('a patron without a PIN', () => {
  test('is not let in where PINs are needed, whatever is sent', async () => {
    const holder = await town.cardholder({ pin: null });
    for (const password of ['2468', 'nobody', 'null', ' '])
      expectOAuthRefusal(
        await town.discovery.signIn(holder, { password }),
        'invalid_grant',
        'card or the PIN',
      );
  });

  test('is let in with the PIN that they are given later', async () => {
    const holder = await town.cardholder({ pin: null });
    const { patronId, cardNumber, websiteId } = holder;
    await town.service.import({
      record: 'patron',
      websiteId,
      patronId,
      cardNumber,
      category: 'adult',
      pin: '1357',
    });
    expectToken(await town.discovery.signIn({ ...holder, pin: '1357' }), grantedScope(CITY));
  });
});

test('a client of another library is refused, as if the library were not there', async () => {
  const holder = await town.cardholder();
  const answer = await new OAuthClient(town.service.url, town.neighbour.key).signIn(holder);
  expectOAuthRefusal(answer, 'invalid_scope', 'does not serve this library');
  const nowhere = await town.neighbour.signIn({ ...holder, websiteId: 4000 });
  expect(answer.text).toBe(nowhere.text);
});
