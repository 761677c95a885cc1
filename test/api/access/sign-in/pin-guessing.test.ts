import { randomUUID } from 'node:crypto';
import { purgeAttempts } from '../../../../src/access/sign-in/sign-in-attempts.store.js';
import type { Answer } from '../../../support/client.js';
import { advanceClock, MINUTE } from '../../../support/clock.js';
import { type Cardholder, grantedScope } from '../../../support/requests/oauth-client.js';
import {
  comparableAnswer,
  expectOAuthRefusal,
  expectToken,
} from '../../../support/access/oauth/oauth-answers.js';
import {
  NO_PIN_LIBRARY,
  PIN_LIBRARY,
  setFastPinHash,
  SignInLibraries,
} from '../../../support/access/sign-in/sign-in-libraries.js';

let libraries: SignInLibraries;
beforeAll(async () => {
  libraries = await SignInLibraries.open();
});
afterAll(() => libraries.close());

async function guess(holder: Cardholder, times: number): Promise<void> {
  for (let i = 0; i < times; i++)
    expectWrong(await libraries.discovery.signIn(holder, { password: `wrong ${i}` }));
}

function expectWrong(answer: Answer): void {
  expectOAuthRefusal(answer, 'unauthorized_client', 'The card or the PIN is wrong.');
  expect(answer.headers.get('retry-after')).toBeNull();
}

function expectBlocked(answer: Answer, seconds: number): void {
  expectOAuthRefusal(answer, 'invalid_grant', 'Too many wrong PINs');
  const left = Number(answer.headers.get('retry-after'));
  expect(left).toBeLessThanOrEqual(seconds);
  expect(left).toBeGreaterThan(seconds - MINUTE);
}

async function expectSignedIn(holder: Cardholder): Promise<void> {
  expectToken(await libraries.discovery.signIn(holder), grantedScope(holder.websiteId));
  // The right PIN has replaced the fast hash by a slow one, and many guesses follow.
  await setFastPinHash(libraries.service.database, holder.patronId, holder.pin);
}

/** A card that nobody has. */
function unknownCard(websiteId = PIN_LIBRARY): Cardholder {
  return { websiteId, patronId: 0, cardNumber: randomUUID(), pin: '2468' };
}

describe('after ten wrong PINs a card', () => {
  test('is blocked for fifteen minutes, also for the right PIN', async () => {
    const holder = await libraries.addCardholder();
    await guess(holder, 10);
    expectBlocked(await libraries.discovery.signIn(holder), 15 * MINUTE);
    expectBlocked(await libraries.discovery.signIn(holder, { password: 'wrong' }), 15 * MINUTE);
    await advanceClock(libraries.service, 14 * MINUTE);
    expectBlocked(await libraries.discovery.signIn(holder), MINUTE);
    await advanceClock(libraries.service, MINUTE);
    await expectSignedIn(holder);
  });

  test('is not blocked for longer by further attempts', async () => {
    const holder = await libraries.addCardholder();
    await guess(holder, 10);
    for (let minutesLeft = 12; minutesLeft > 0; minutesLeft -= 3) {
      await advanceClock(libraries.service, 3 * MINUTE);
      expectBlocked(await libraries.discovery.signIn(holder), minutesLeft * MINUTE);
    }
    await advanceClock(libraries.service, 3 * MINUTE);
    await expectSignedIn(holder);
  });

  test('allows ten more attempts after the fifteen minutes', async () => {
    const holder = await libraries.addCardholder();
    await guess(holder, 10);
    await advanceClock(libraries.service, 15 * MINUTE);
    await guess(holder, 10);
    expectBlocked(await libraries.discovery.signIn(holder), 15 * MINUTE);
  });

  test('is blocked whatever the spelling of the scope was', async () => {
    const holder = await libraries.addCardholder();
    await guess(holder, 9);
    const scope = `websiteId:${PIN_LIBRARY} ilsname:other`;
    expectWrong(await libraries.discovery.signIn(holder, { password: 'wrong', scope }));
    expectBlocked(await libraries.discovery.signIn(holder), 15 * MINUTE);
  });

  test('is also blocked without a PIN, where none is required', async () => {
    const holder = await libraries.addCardholder({ websiteId: NO_PIN_LIBRARY });
    await guess(holder, 10);
    expectBlocked(await libraries.discovery.signIn(holder, { password_required: 'false' }), 15 * MINUTE);
  });

  test('that nobody has is blocked with the same text as any other', async () => {
    const [holder, stranger] = [await libraries.addCardholder(), unknownCard()];
    await guess(holder, 10);
    await guess(stranger, 10);
    const blocked = [await libraries.discovery.signIn(holder), await libraries.discovery.signIn(stranger)];
    for (const answer of blocked) expectBlocked(answer, 15 * MINUTE);
    expect(blocked.map(({ text }) => text)).toEqual([blocked[0]?.text, blocked[0]?.text]);
  });
});

describe('fewer than ten wrong PINs', () => {
  test('do not block a card, and the right one resets the count', async () => {
    const holder = await libraries.addCardholder();
    for (let i = 0; i < 3; i++) {
      await guess(holder, 9);
      await expectSignedIn(holder);
    }
    await guess(holder, 10);
    expectBlocked(await libraries.discovery.signIn(holder), 15 * MINUTE);
  });

  test('in fifteen minutes do not block a card, however many there are in an hour', async () => {
    const holder = await libraries.addCardholder();
    for (let i = 0; i < 4; i++) {
      await guess(holder, 9);
      await advanceClock(libraries.service, 15 * MINUTE);
    }
    await expectSignedIn(holder);
  });

  test('stop counting fifteen minutes later, one by one', async () => {
    const holder = await libraries.addCardholder();
    await guess(holder, 5);
    await advanceClock(libraries.service, 10 * MINUTE);
    await guess(holder, 4);
    await advanceClock(libraries.service, 5 * MINUTE);
    await guess(holder, 5);
    await expectSignedIn(holder);
  });
});

test('the fifteen minutes are a sliding window', async () => {
  const holder = await libraries.addCardholder();
  await guess(holder, 1);
  await advanceClock(libraries.service, 14 * MINUTE);
  await guess(holder, 5);
  await advanceClock(libraries.service, 2 * MINUTE);
  await guess(holder, 5);
  expectBlocked(await libraries.discovery.signIn(holder), 15 * MINUTE);
});

test('a blocked card does not block other cards, nor the same number in another library', async () => {
  const [blocked, other] = [await libraries.addCardholder(), await libraries.addCardholder()];
  const elsewhere = await libraries.addCardholder({
    websiteId: NO_PIN_LIBRARY,
    cardNumber: blocked.cardNumber,
  });
  await guess(blocked, 10);
  expectBlocked(await libraries.discovery.signIn(blocked), 15 * MINUTE);
  await expectSignedIn(other);
  await expectSignedIn(elsewhere);
});

test('a blocked card leaves its patron’s tokens valid', async () => {
  const holder = await libraries.addCardholder();
  const token = await libraries.discovery.tokenOf(holder);
  await guess(holder, 10);
  expect((await libraries.profile(token)).status).toBe(200);
});

test('the attempts at a card are deleted once they no longer count, and not before', async () => {
  const { database } = libraries.service;
  const holder = await libraries.addCardholder();
  await guess(holder, 10);
  await purgeAttempts(database);
  expectBlocked(await libraries.discovery.signIn(holder), 15 * MINUTE);
  await advanceClock(libraries.service, 15 * MINUTE);
  expect(await purgeAttempts(database)).toBeGreaterThan(0);
  expect(await purgeAttempts(database)).toBe(0);
});

describe('an unknown card, a wrong PIN and a patron without a PIN', () => {
  test('get exactly the same answer', async () => {
    const known = await libraries.addCardholder();
    const wrong = await libraries.discovery.signIn(known, { password: 'wrong' });
    expectWrong(wrong);
    for (const answer of [
      await libraries.discovery.signIn(unknownCard()),
      await libraries.discovery.signIn({ ...unknownCard(), cardNumber: 'x'.repeat(60_000) }),
      await libraries.discovery.signIn(await libraries.addCardholder({ pin: null }), { password: 'wrong' }),
      await libraries.discovery.signIn(known, { password: '', password_required: 'false' }),
      await libraries.discovery.signIn({ ...known, websiteId: NO_PIN_LIBRARY }),
    ])
      expect(comparableAnswer(answer)).toEqual(comparableAnswer(wrong));
  });

  test('get it after the same amount of work', async () => {
    const leastWork = { known: Infinity, unknown: Infinity, withoutPin: Infinity };
    const holders = {
      known: await libraries.importCardholder(),
      withoutPin: await libraries.addCardholder({ pin: null }),
    };
    for (let i = 0; i < 9; i++)
      for (const [kind, holder] of Object.entries({ ...holders, unknown: unknownCard() })) {
        const before = process.cpuUsage();
        expectWrong(await libraries.discovery.signIn(holder, { password: 'wrong' }));
        const { user, system } = process.cpuUsage(before);
        leastWork[kind as keyof typeof leastWork] = Math.min(
          leastWork[kind as keyof typeof leastWork],
          user + system,
        );
      }
    // Almost all of the work is the slow hash: without it a tenth would be left. This compares CPU time, and the least of
    // several attempts, because a busy machine only adds to it.
    for (const kind of ['unknown', 'withoutPin'] as const)
      expect(leastWork[kind] / leastWork.known).toBeGreaterThan(0.6);
  });
});
