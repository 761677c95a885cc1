import { createHook } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { purgeAttempts } from '../../../../src/access/sign-in/sign-in-attempts.store.js';
import type { Answer } from '../../../support/client.js';
import { advanceClock, MINUTE } from '../../../support/clock.js';
import { type Cardholder, grantedScope, type OAuthClient } from '../../../support/requests/oauth-client.js';
import {
  comparableAnswer,
  expectOAuthRefusal,
  expectToken,
} from '../../../support/access/oauth/oauth-answers.js';
import { setFastPinHash, SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';

let libraries: SignInLibraries;
let discovery: OAuthClient;
beforeAll(async () => {
  libraries = await SignInLibraries.open();
  ({ discovery } = libraries);
});

async function guess(holder: Cardholder, times: number): Promise<void> {
  for (let i = 0; i < times; i++) expectWrong(await discovery.signIn(holder, { password: `wrong ${i}` }));
}

const later = (minutes: number): Promise<void> => advanceClock(libraries.service, minutes * MINUTE);

function expectWrong(answer: Answer): void {
  expectOAuthRefusal(answer, 'unauthorized_client', 'The card or the PIN is wrong.');
  expect(answer.headers.get('retry-after')).toBeNull();
}

function expectBlocked(answer: Answer, minutes = 15): void {
  expectOAuthRefusal(answer, 'invalid_grant', 'Too many wrong PINs');
  const left = Number(answer.headers.get('retry-after'));
  expect(left).toBeLessThanOrEqual(minutes * MINUTE);
  expect(left).toBeGreaterThan((minutes - 1) * MINUTE);
}

async function expectSignedIn(holder: Cardholder): Promise<void> {
  expectToken(await discovery.signIn(holder), grantedScope(holder.websiteId));
  // The right PIN has replaced the fast hash by a slow one, and many guesses follow.
  await setFastPinHash(libraries.service.database, holder.patronId, holder.pin);
}

/** A card that nobody has. */
const unknownCard = (): Cardholder => ({
  websiteId: libraries.pinLibrary,
  patronId: 0,
  cardNumber: randomUUID(),
  pin: '2468',
});

describe('after ten wrong PINs a card', () => {
  test('is blocked for fifteen minutes, also for the right PIN, and no longer for further attempts', async () => {
    const holder = await libraries.addCardholder();
    await guess(holder, 10);
    expectBlocked(await discovery.signIn(holder));
    for (const minutesLeft of [10, 5, 1]) {
      await later(minutesLeft === 1 ? 4 : 5);
      expectBlocked(await discovery.signIn(holder), minutesLeft);
      expectBlocked(await discovery.signIn(holder, { password: 'wrong' }), minutesLeft);
    }
    await later(1);
    await expectSignedIn(holder);
  });

  test('allows ten more attempts after the fifteen minutes', async () => {
    const holder = await libraries.addCardholder();
    await guess(holder, 10);
    await later(15);
    await guess(holder, 10);
    expectBlocked(await discovery.signIn(holder));
  });

  test('is blocked whatever the spelling of the scope or the card was', async () => {
    const holder = await libraries.addCardholder({ cardNumber: 'Ab-guessed' });
    await guess(holder, 7);
    const scope = `websiteId:${libraries.pinLibrary} ilsname:other`;
    for (const spelling of [{ scope }, { username: 'AB-GUESSED' }, { username: ' ab-guessed ' }])
      expectWrong(await discovery.signIn(holder, { password: 'wrong', ...spelling }));
    expectBlocked(await discovery.signIn(holder));
  });

  test('that nobody has is blocked with the same text as any other', async () => {
    const [holder, stranger] = [await libraries.addCardholder(), unknownCard()];
    for (const each of [holder, stranger]) await guess(each, 10);
    const [known, unknown] = [await discovery.signIn(holder), await discovery.signIn(stranger)];
    for (const answer of [known, unknown]) expectBlocked(answer);
    expect(known.text).toBe(unknown.text);
  });

  test('leaves its patron’s tokens valid, other cards, and the same number in another library', async () => {
    const [blocked, other] = [await libraries.addCardholder(), await libraries.addCardholder()];
    const { cardNumber } = blocked;
    const elsewhere = await libraries.addCardholder({ websiteId: libraries.noPinLibrary, cardNumber });
    const token = await discovery.tokenOf(blocked);
    await guess(blocked, 10);
    expectBlocked(await discovery.signIn(blocked));
    expect((await libraries.profile(token)).status).toBe(200);
    for (const each of [other, elsewhere]) await expectSignedIn(each);
  });
});

describe('fewer than ten wrong PINs', () => {
  test('do not block a card, and the right one resets the count', async () => {
    const holder = await libraries.addCardholder();
    for (let i = 0; i < 2; i++) {
      await guess(holder, 9);
      await expectSignedIn(holder);
    }
    await guess(holder, 10);
    expectBlocked(await discovery.signIn(holder));
  });

  test('in fifteen minutes do not block a card, however many there are in an hour', async () => {
    const holder = await libraries.addCardholder();
    for (let i = 0; i < 3; i++) {
      await guess(holder, 9);
      await later(15);
    }
    await expectSignedIn(holder);
  });

  test('stop counting fifteen minutes later, one by one: the fifteen minutes are a sliding window', async () => {
    const holder = await libraries.addCardholder();
    await guess(holder, 5);
    await later(10);
    await guess(holder, 4);
    await later(5);
    await guess(holder, 5);
    await later(9);
    await guess(holder, 1);
    expectBlocked(await discovery.signIn(holder));
  });
});

test('the attempts at a card are deleted once they no longer count, and not before', async () => {
  const { database } = libraries.service;
  const holder = await libraries.addCardholder();
  await guess(holder, 10);
  await purgeAttempts(database);
  expectBlocked(await discovery.signIn(holder));
  await later(15);
  expect(await purgeAttempts(database)).toBeGreaterThan(0);
  expect(await purgeAttempts(database)).toBe(0);
});

describe('an unknown card, a wrong PIN and a patron without a PIN', () => {
  test('get exactly the same answer', async () => {
    const known = await libraries.addCardholder();
    const wrong = await discovery.signIn(known, { password: 'wrong' });
    expectWrong(wrong);
    for (const answer of [
      await discovery.signIn(unknownCard()),
      await discovery.signIn({ ...unknownCard(), cardNumber: 'x'.repeat(60_000) }),
      await discovery.signIn(await libraries.addCardholder({ pin: null }), { password: 'wrong' }),
      await discovery.signIn(known, { password: '', password_required: 'false' }),
      await discovery.signIn({ ...known, websiteId: libraries.noPinLibrary }),
    ])
      expect(comparableAnswer(answer)).toEqual(comparableAnswer(wrong));
  });

  test('get it after the same amount of work', async () => {
    const holders = {
      known: await libraries.importCardholder(),
      unknown: unknownCard(),
      withoutPin: await libraries.addCardholder({ pin: null }),
    };
    for (const holder of Object.values(holders))
      expect(await hashesDuring(() => discovery.signIn(holder, { password: 'wrong' }))).toBe(1);
  });
});

/** How many slow hashes this process computes meanwhile. */
async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({ init: (_, type) => (hashes += type === 'ARGON2REQUEST' ? 1 : 0) }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return hashes;
}
