import { notAdmitted } from '../../../../src/access/ils/not-admitted.js';
import {
  purgeRefusedSignIns,
  recordRefusedSignIn,
  REFUSED_SIGN_INS,
} from '../../../../src/access/ils/refused-sign-ins.store.js';
import { blockPatron } from '../../../../src/staff/patrons/patron-block.store.js';
import { IlsLibraries } from '../../../support/access/ils/ils-libraries.js';
import type { IlsResponder } from '../../../support/access/ils/ils-responder.js';
import { expectOAuthRefusal } from '../../../support/access/oauth/oauth-answers.js';
import type { SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';
import { expectRefusal } from '../../../support/answers.js';
import { PatronClient } from '../../../support/client.js';
import { advanceClock, DAY, HOUR } from '../../../support/clock.js';
import { ConsoleClient } from '../../../support/console/console-client.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { category } from '../../../support/records.js';
import { type OAuthClient, tokenIn } from '../../../support/requests/oauth-client.js';

let ils: IlsLibraries;
let libraries: SignInLibraries;
let responder: IlsResponder;
let client: OAuthClient;
let system: object;
beforeAll(async () => {
  ils = await IlsLibraries.open();
  ({ libraries, responder } = ils);
  client = libraries.discovery;
  const { pinLibrary, noPinLibrary } = libraries;
  await libraries.service.import(category('student', ['main'], { websiteId: pinLibrary }));
  const categories = [
    { field: 'PC', value: 'AD', category: 'adult' },
    { field: 'PC', value: 'ST*', category: 'student' },
    { field: 'PC', value: 'LOST', category: 'gone' },
  ];
  system = { categories, login: 'holdfast', password: 'secret' };
  await ils.setSystem(pinLibrary, system);
  const homeLibrary = { field: 'AQ', allow: ['MAIN'] };
  await ils.setSystem(noPinLibrary, { defaultCategory: 'adult', cardPattern: '2100*', homeLibrary });
});
afterAll(() => ils.close());
beforeEach(() => responder.behave());

const newcomer: IlsLibraries['newcomer'] = (...given) => ils.newcomer(...given);
const signIn: IlsLibraries['signIn'] = (...given) => ils.signIn(...given);
const storedOf: IlsLibraries['storedOf'] = (...given) => ils.storedOf(...given);
const patronIn: IlsLibraries['patronIn'] = (answer) => ils.patronIn(answer);

describe('a patron whom the library’s system knows', () => {
  test('is added at the first sign-in, without the PIN, and is the same one at the next', async () => {
    const card = newcomer([['PC', 'STUDENT']]);
    const [first, second] = [await patronIn(await signIn(card)), await patronIn(await signIn(card))];
    expect(second).toBe(first);
    expect(await storedOf(card)).toEqual({ category: 'student', pinHash: null, holdLimit: null });
  });

  test('is known by the card of the system, whatever name was typed', async () => {
    const card = ils.newNumber();
    responder.add({
      names: [card, 'ada'],
      pin: '4711',
      fields: [
        ['AA', card],
        ['PC', 'AD'],
      ],
    });
    const [byCard, byName] = [await patronIn(await signIn(card)), await patronIn(await signIn('ada'))];
    expect(byName).toBe(byCard);
    expect(await storedOf('ada')).toBeNull();
  });

  test.each([
    ['no rule fits', 'XX'],
    ['the rule names no category of the library', 'LOST'],
  ])('is refused if %s', async (_, code) => {
    const card = newcomer([['PC', code]]);
    expectRefusal(await signIn(card), 'PatronCategoryUnknown');
    expect(await storedOf(card)).toBeNull();
  });

  test('has the last day and the block of the system, and is the same patron with another card', async () => {
    const { pinLibrary: websiteId } = libraries;
    const number: [string, string] = ['XI', ils.newNumber()];
    const blocked = { status: `Y${' '.repeat(13)}` };
    const card = newcomer([['PC', 'AD'], number, ['PA', '20200131']], blocked);
    const patronId = await patronIn(await signIn(card));
    const stored = (): Promise<object | null> =>
      libraries.service.database.prisma.patron.findFirst({
        where: { websiteId, externalId: number[1] },
        select: { patronId: true, cardNumber: true, expiresOn: true, blockedReason: true },
      });
    expect(await stored()).toEqual({
      patronId,
      cardNumber: card,
      expiresOn: new Date('2020-01-31'),
      blockedReason: "The library's system says: charge denied.",
    });
    const renewed = newcomer([['PC', 'AD'], number]);
    expect(await patronIn(await signIn(renewed))).toBe(patronId);
    expect(await stored()).toEqual({ patronId, cardNumber: renewed, expiresOn: null, blockedReason: null });
  });

  test('whom the desk has blocked stays so, though the system says otherwise', async () => {
    const card = newcomer([['PC', 'AD']]);
    const key = { websiteId: libraries.pinLibrary, patronId: await patronIn(await signIn(card)) };
    await blockPatron(libraries.service.database, key, 'A lost book');
    const me = new PatronClient(libraries.service.url, tokenIn(await signIn(card)));
    expect((await me.get('/v1/patrons/me')).body).toMatchObject({ blocked: { reason: 'A lost book' } });
  });

  test('signs in without a PIN where the library needs none: none is sent', async () => {
    const { noPinLibrary } = libraries;
    const card = newcomer([['AQ', 'MAIN']]);
    expect((await signIn(card, 'whatever', noPinLibrary)).status).toBe(200);
    expect(responder.messages.join()).not.toContain('|AD');
  });

  test('of a branch whose patrons may not sign in is refused, and is told so', async () => {
    const card = newcomer([['AQ', 'EAST']]);
    const answer = await signIn(card, '4711', libraries.noPinLibrary);
    expectRefusal(answer, 'PatronCategoryUnknown', 'Patrons of the library "EAST" cannot sign in here');
    expect(await storedOf(card, libraries.noPinLibrary)).toBeNull();
  });

  test('is asked about again after an hour at most: one whom the system has forgotten is out', async () => {
    const card = newcomer();
    const answer = await signIn(card);
    responder.behave();
    expect((await libraries.profile(tokenIn(answer))).status).toBe(200);
    expect(responder.messages).toEqual([]);
    responder.forget(card);
    await advanceClock(libraries.service, HOUR);
    expect((await libraries.profile(tokenIn(answer))).status).toBe(401);
    expectOAuthRefusal(await signIn(card), 'unauthorized_client');
  });

  test('signs in twice at once, and is one', async () => {
    const card = newcomer();
    const answers = await Promise.all([signIn(card), signIn(card)]);
    const [first, second] = await Promise.all(answers.map(patronIn));
    expect(first).toBe(second);
  });
});

describe('a card or a PIN', () => {
  test('that the system refuses is refused, and ten of them close the card without asking', async () => {
    expectOAuthRefusal(await signIn('unknown'), 'unauthorized_client', 'card or the PIN');
    const card = newcomer();
    for (let attempt = 1; attempt <= 10; attempt++)
      expectOAuthRefusal(await signIn(card, `${attempt}`), 'unauthorized_client');
    responder.behave();
    expectOAuthRefusal(await signIn(card), 'invalid_grant', '15 minutes');
    expect(responder.messages).toEqual([]);
  });

  test('of which the system does not say whether it is right is refused', async () => {
    responder.behave({ withoutPinAnswer: true });
    expectOAuthRefusal(await signIn(newcomer()), 'unauthorized_client');
  });

  test.each([
    ['an empty PIN', '', true],
    ['a PIN with another field in it', '4711|AAother', true],
    ['a PIN with a line break', '4711\r63', true],
    ['a card with another field in it', '1|AD4711', false],
    ['a card that no library gives out', '1'.repeat(101), false],
    ['a PIN of half a page', '1'.repeat(129), true],
  ])('%s is refused without asking', async (_, typed, isPin) => {
    const answer = isPin
      ? await client.signIn(
          { websiteId: libraries.pinLibrary, cardNumber: newcomer(), pin: typed, patronId: 0 },
          { password_required: 'false' },
        )
      : await signIn(typed);
    expectOAuthRefusal(answer, 'unauthorized_client');
    expect(responder.messages).toEqual([]);
  });
});

test('patrons whom the system knows, and who are refused, are among the alerts of Today for a day, by reason', async () => {
  const { service, pinLibrary, noPinLibrary } = libraries;
  await advanceClock(service, 2 * DAY);
  await purgeRefusedSignIns(service.database);
  for (let attempt = 1; attempt <= 2; attempt++) await signIn(newcomer([['PC', 'XX']]));
  await signIn(newcomer([['PC', 'LOST']]));
  await signIn(newcomer([['AQ', 'EAST']]), '4711', noPinLibrary);
  const today = async (websiteId: number): Promise<string> => {
    const staff = await ConsoleClient.signIn({ service, websiteId });
    return (await staff.get(`/console/libraries/${websiteId}`)).text;
  };
  expect(await today(pinLibrary)).toMatch(
    /3 sign-ins refused, although its system knows the patrons In the last 1 hour: no rule fits PC "XX"; the library has no category "gone"\./,
  );
  expect(await today(noPinLibrary)).toMatch(
    /1 sign-in refused.* the home library "EAST" \(AQ\) is not one of those allowed\./,
  );
  await advanceClock(service, DAY);
  expect(await REFUSED_SIGN_INS.run(service.database, undefined)).toEqual([]);
  expect(await purgeRefusedSignIns(service.database)).toBe(3);
});

test('however much a system tells of the patron, the reason of the refusal is kept', async () => {
  const { database } = libraries.service;
  const fields = Array.from({ length: 100 }, (_, index) => ({
    field: `P${index % 10}`,
    value: Array.from({ length: 100 }, (__, at) => String.fromCharCode(0x4e00 + index * 100 + at)).join(''),
  }));
  const { because } = notAdmitted({ refused: 'no-category', fields });
  await recordRefusedSignIn(database, libraries.pinLibrary, because);
  const [kept] = await REFUSED_SIGN_INS.run(database, [libraries.pinLibrary]);
  expect(kept).toMatchObject({ reasons: [because], count: 1 });
  await advanceClock(libraries.service, DAY);
  await purgeRefusedSignIns(database);
});

test('what does not look like a card is refused without asking: a system may repeat as a card what was typed', async () => {
  const { noPinLibrary } = libraries;
  responder.add({ names: ['ada'], pin: '4711', fields: [['AA', 'ada']] });
  expectOAuthRefusal(await signIn('ada', '4711', noPinLibrary), 'unauthorized_client', 'card or the PIN');
  const patrons = `/operator/v1/libraries/${noPinLibrary}/patrons`;
  const staff = new OperatorClient(libraries.service.url);
  expect((await staff.post(`${patrons}/search`, { cardNumber: 'ada' })).status).toBe(404);
  expect((await staff.post(`${patrons}/lookup`, { text: '1984' })).body).toMatchObject({ patrons: [] });
  expect(responder.messages).toEqual([]);
});

test.each([
  ['does not understand', { neverUnderstood: /é/ }],
  ['breaks at', { lostAt: '63' }],
])('a character that the system %s is a wrong card, and stops nobody else', async (_, manners) => {
  responder.behave(manners);
  for (let attempt = 1; attempt <= 6; attempt++)
    expectOAuthRefusal(await signIn(`é${attempt}`), 'unauthorized_client');
  responder.behave();
  expect((await signIn(newcomer())).status).toBe(200);
});

test('a system that is away is no wrong PIN: it may be tried again, and does not count', async () => {
  const card = newcomer();
  for (let attempt = 1; attempt <= 4; attempt++) {
    responder.behave({ online: false });
    const answer = await signIn(card, 'wrong');
    expectRefusal(answer, 'LibraryUnavailable', 'system of the library cannot be reached');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '15']);
  }
  responder.behave();
  for (let attempt = 1; attempt <= 9; attempt++)
    expectOAuthRefusal(await signIn(card, 'wrong'), 'unauthorized_client');
  expect((await signIn(card)).status).toBe(200);
});

test('the shelf signs in by the system, too', async () => {
  const card = newcomer();
  expect((await ils.signInOnShelf(card)).status).toBe(200);
  expectRefusal(await ils.signInOnShelf(card, 'wrong'), 'Unauthorized', 'card or the PIN');
  responder.behave({ online: false });
  expectRefusal(await ils.signInOnShelf(card), 'LibraryUnavailable');
  responder.behave();
  expect((await ils.signInOnShelf(card)).status).toBe(200);
});

test('staff find a patron whom only the system knows, by the card', async () => {
  const operator = new OperatorClient(libraries.service.url);
  const patrons = `/operator/v1/libraries/${libraries.pinLibrary}/patrons`;
  const card = newcomer();
  const { patronId } = (await operator.post(`${patrons}/search`, { cardNumber: card })).body as {
    patronId: number;
  };
  expect(await patronIn(await signIn(card))).toBe(patronId);
  const another = newcomer();
  expect((await operator.post(`${patrons}/lookup`, { text: another })).body).toMatchObject({
    patrons: [{ cardNumber: another }],
  });
  expect((await operator.post(`${patrons}/search`, { cardNumber: 'unknown' })).status).toBe(404);
});

test.each(['search', 'lookup'])('staff’s %s asks about no card that no library gives out', async (path) => {
  const staff = new OperatorClient(libraries.service.url);
  const typed = '1'.repeat(101);
  const address = `/operator/v1/libraries/${libraries.pinLibrary}/patrons/${path}`;
  await staff.post(address, { cardNumber: typed, text: typed });
  expect(responder.messages).toEqual([]);
});

test('a corrected password counts at once, whatever failed before', async () => {
  responder.behave({ login: 'refused' });
  for (let attempt = 1; attempt <= 6; attempt++)
    expectRefusal(await signIn(newcomer()), 'LibraryUnavailable');
  responder.behave();
  await ils.setSystem(libraries.pinLibrary, { ...system, password: 'corrected' });
  expect((await signIn(newcomer())).status).toBe(200);
  expect(responder.messages[0]).toBe('9300CNholdfast|COcorrected|');
});

test('cards at which the system drops the line shut out who sends them, and nobody else', async () => {
  const [attacker, patron] = ['192.0.2.1', '198.51.100.1'];
  responder.behave({ lostAt: '63' });
  for (let attempt = 1; attempt <= 6; attempt++)
    expectRefusal(await ils.signInOnShelf(`%${attempt}`, '4711', attacker), 'LibraryUnavailable');
  responder.behave();
  expectRefusal(await ils.signInOnShelf(newcomer(), '4711', attacker), 'LibraryUnavailable');
  expect(responder.messages).toEqual([]);
  expect((await ils.signInOnShelf(newcomer(), '4711', patron)).status).toBe(200);
});

test('staff do not wait the nine seconds that a sign-in has', async () => {
  responder.behave({ silentAt: '63' });
  const begun = performance.now();
  const patrons = `/operator/v1/libraries/${libraries.pinLibrary}/patrons`;
  const staff = new OperatorClient(libraries.service.url);
  expectRefusal(await staff.post(`${patrons}/lookup`, { text: newcomer() }), 'LibraryUnavailable');
  expect(performance.now() - begun).toBeLessThan(8_000);
});

test('a library without a system of its own asks none', async () => {
  const holder = await libraries.addCardholder({ websiteId: libraries.otherLibrary });
  expect((await libraries.otherClient.signIn(holder)).status).toBe(200);
  expect(responder.messages).toEqual([]);
});
