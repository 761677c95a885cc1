import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/client.js';
import { advanceClock, MINUTE } from '../support/clock.js';
import { purgeAttempts } from '../../src/access/cards.store.js';
import { expectOAuthRefusal, expectToken, toTheByte } from './oauth-answers.js';
import { type Cardholder, CITY, grantedScope, Town, VILLAGE } from './town.js';

let town: Town;
beforeAll(async () => {
  town = await Town.open();
});
afterAll(() => town.close());

async function guess(holder: Cardholder, times: number): Promise<void> {
  for (let i = 0; i < times; i++)
    expectWrong(await town.discovery.signIn(holder, { password: `wrong ${i}` }));
}

function expectWrong(answer: Answer): void {
  expectOAuthRefusal(answer, 'invalid_grant', 'The card or the PIN is wrong.');
  expect(answer.headers.get('retry-after')).toBeNull();
}

function expectClosed(answer: Answer, seconds: number): void {
  expectOAuthRefusal(answer, 'invalid_grant', 'Too many wrong PINs');
  const left = Number(answer.headers.get('retry-after'));
  expect(left).toBeLessThanOrEqual(seconds);
  expect(left).toBeGreaterThan(seconds - MINUTE);
}

async function expectOpen(holder: Cardholder): Promise<void> {
  expectToken(await town.discovery.signIn(holder), grantedScope(holder.websiteId));
}

/** A card that nobody has. */
function nobody(websiteId = CITY): Cardholder {
  return { websiteId, patronId: 0, cardNumber: randomUUID(), pin: '2468' };
}

describe('after ten wrong PINs a card', () => {
  test('is refused, also with the right one, and is free again after fifteen minutes', async () => {
    const holder = await town.cardholder();
    await guess(holder, 10);
    expectClosed(await town.discovery.signIn(holder), 15 * MINUTE);
    expectClosed(await town.discovery.signIn(holder, { password: 'wrong' }), 15 * MINUTE);
    await advanceClock(town.service, 14 * MINUTE);
    expectClosed(await town.discovery.signIn(holder), MINUTE);
    await advanceClock(town.service, MINUTE);
    await expectOpen(holder);
  });

  test('is not refused for longer by going on', async () => {
    const holder = await town.cardholder();
    await guess(holder, 10);
    for (let minutesLeft = 12; minutesLeft > 0; minutesLeft -= 3) {
      await advanceClock(town.service, 3 * MINUTE);
      expectClosed(await town.discovery.signIn(holder), minutesLeft * MINUTE);
    }
    await advanceClock(town.service, 3 * MINUTE);
    await expectOpen(holder);
  });

  test('may be tried ten times again when it is free again, and no more', async () => {
    const holder = await town.cardholder();
    await guess(holder, 10);
    await advanceClock(town.service, 15 * MINUTE);
    await guess(holder, 10);
    expectClosed(await town.discovery.signIn(holder), 15 * MINUTE);
  });

  test('in different requests is refused: it does not matter by which spelling of the scope', async () => {
    const holder = await town.cardholder();
    await guess(holder, 9);
    const scope = `websiteId:${CITY} ilsname:other`;
    expectWrong(await town.discovery.signIn(holder, { password: 'wrong', scope }));
    expectClosed(await town.discovery.signIn(holder), 15 * MINUTE);
  });

  test('is refused without a PIN too, where none is needed', async () => {
    const holder = await town.cardholder({ websiteId: VILLAGE });
    await guess(holder, 10);
    expectClosed(await town.discovery.signIn(holder, { password_required: 'false' }), 15 * MINUTE);
  });

  test('that nobody has is refused with the same words as any other', async () => {
    const [holder, stranger] = [await town.cardholder(), nobody()];
    await guess(holder, 10);
    await guess(stranger, 10);
    const closed = [await town.discovery.signIn(holder), await town.discovery.signIn(stranger)];
    for (const answer of closed) expectClosed(answer, 15 * MINUTE);
    expect(closed.map(({ text }) => text)).toEqual([closed[0]?.text, closed[0]?.text]);
  });
});

describe('fewer than ten wrong PINs', () => {
  test('do not close a card, and the right one makes them forgotten', async () => {
    const holder = await town.cardholder();
    for (let i = 0; i < 3; i++) {
      await guess(holder, 9);
      await expectOpen(holder);
    }
    await guess(holder, 10);
    expectClosed(await town.discovery.signIn(holder), 15 * MINUTE);
  });

  test('in fifteen minutes do not close a card, however many they are in an hour', async () => {
    const holder = await town.cardholder();
    for (let i = 0; i < 4; i++) {
      await guess(holder, 9);
      await advanceClock(town.service, 15 * MINUTE);
    }
    await expectOpen(holder);
  });

  test('a quarter of an hour ago count no more, one by one', async () => {
    const holder = await town.cardholder();
    await guess(holder, 5);
    await advanceClock(town.service, 10 * MINUTE);
    await guess(holder, 4);
    await advanceClock(town.service, 5 * MINUTE);
    await guess(holder, 5);
    await expectOpen(holder);
  });
});

test('any fifteen minutes count, not only those since the first wrong PIN', async () => {
  const holder = await town.cardholder();
  await guess(holder, 1);
  await advanceClock(town.service, 14 * MINUTE);
  await guess(holder, 5);
  await advanceClock(town.service, 2 * MINUTE);
  await guess(holder, 5);
  expectClosed(await town.discovery.signIn(holder), 15 * MINUTE);
});

test('a closed card disturbs no other card, nor the same card of another library', async () => {
  const [closed, other] = [await town.cardholder(), await town.cardholder()];
  const elsewhere = await town.cardholder({ websiteId: VILLAGE, cardNumber: closed.cardNumber });
  await guess(closed, 10);
  expectClosed(await town.discovery.signIn(closed), 15 * MINUTE);
  await expectOpen(other);
  await expectOpen(elsewhere);
});

test('a closed card ends no token', async () => {
  const holder = await town.cardholder();
  const token = await town.discovery.tokenOf(holder);
  await guess(holder, 10);
  expect((await town.profile(token)).status).toBe(200);
});

test('the attempts at a card are deleted when they count no more, and not before', async () => {
  const { database } = town.service;
  const holder = await town.cardholder();
  await guess(holder, 10);
  await purgeAttempts(database);
  expectClosed(await town.discovery.signIn(holder), 15 * MINUTE);
  await advanceClock(town.service, 15 * MINUTE);
  expect(await purgeAttempts(database)).toBeGreaterThan(0);
  expect(await purgeAttempts(database)).toBe(0);
});

describe('an unknown card, a wrong PIN and a patron without a PIN', () => {
  test('get the same answer to the byte', async () => {
    const known = await town.cardholder();
    const wrong = await town.discovery.signIn(known, { password: 'wrong' });
    expectWrong(wrong);
    for (const answer of [
      await town.discovery.signIn(nobody()),
      await town.discovery.signIn({ ...nobody(), cardNumber: 'x'.repeat(60_000) }),
      await town.discovery.signIn(await town.cardholder({ pin: null }), { password: 'wrong' }),
      await town.discovery.signIn(known, { password: '', password_required: 'false' }),
      await town.discovery.signIn({ ...known, websiteId: VILLAGE }),
    ])
      expect(toTheByte(answer)).toEqual(toTheByte(wrong));
  });

  test('get it after the same work', async () => {
    const least = { known: Infinity, unknown: Infinity, withoutPin: Infinity };
    const holders = {
      known: await town.importedCardholder(),
      withoutPin: await town.cardholder({ pin: null }),
    };
    for (let i = 0; i < 9; i++)
      for (const [kind, holder] of Object.entries({ ...holders, unknown: nobody() })) {
        const begun = process.cpuUsage();
        expectWrong(await town.discovery.signIn(holder, { password: 'wrong' }));
        const { user, system } = process.cpuUsage(begun);
        least[kind as keyof typeof least] = Math.min(least[kind as keyof typeof least], user + system);
      }
    // The slow hash is nearly all of it: where it is left out, it is a tenth. Work is counted instead of time, and the
    // least of several, since whatever else a busy machine does comes on top.
    for (const kind of ['unknown', 'withoutPin'] as const)
      expect(least[kind] / least.known).toBeGreaterThan(0.6);
  });
});
