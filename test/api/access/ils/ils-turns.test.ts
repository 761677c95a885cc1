import { setTimeout as sleep } from 'node:timers/promises';
import { IlsPutOff, IlsTurns, type TurnTimes } from '../../../../src/access/ils/ils-turns.js';
import { settingsSchemas } from '../../../../src/records/kinds/settings/settings.schema.js';

const SYSTEM = { kind: 'sip2', host: 'ils.example' };

interface Given {
  readonly websiteId?: number;
  readonly sender?: string;
  readonly cardNumber?: string;
  readonly system?: object;
}

type Ask<Answer> = (onSent: () => void) => Promise<Answer>;

/** Turns of a library, at which somebody else asks each time, unless it is said who. */
function turnsWith(times: TurnTimes): <Answer>(ask: Ask<Answer>, given?: Given) => Promise<Answer> {
  const turns = new IlsTurns(times);
  let last = 0;
  return (ask, { websiteId = 1, sender = `range ${++last}`, cardNumber = `${++last}`, system } = {}) => {
    const signIn = { ...SYSTEM, ...system };
    const ils = settingsSchemas.whole.parse({ websiteId, signIn }).signIn!;
    return turns.run({ websiteId, ils, sender, card: { cardNumber } }, ask);
  };
}

const fails = (): Promise<never> => Promise.reject(new Error('away'));
const failsAtCard: Ask<never> = (onSent) => {
  onSent();
  return Promise.reject(new Error('dropped'));
};
const answers = (): Promise<string> => Promise.resolve('here');

test('four ask a library’s system at once; another waits for a time, many more do not, and other libraries never', async () => {
  const run = turnsWith({ waitMs: 30, pauseMs: 1_000 });
  const end = Promise.withResolvers<string>();
  let [asking, most] = [0, 0];
  const ask = (): Promise<string> => {
    most = Math.max(most, ++asking);
    return end.promise.finally(() => asking--);
  };
  const first = Array.from({ length: 4 }, () => run(ask));
  const waiting = Promise.allSettled(Array.from({ length: 8 }, () => run(answers)));
  await expect(run(answers)).rejects.toThrow(IlsPutOff);
  await expect(run(answers, { websiteId: 2 })).resolves.toBe('here');
  for (const each of await waiting)
    expect(each).toMatchObject({ status: 'rejected', reason: expect.any(IlsPutOff) as object });
  end.resolve('done');
  await expect(Promise.all(first)).resolves.toEqual(['done', 'done', 'done', 'done']);
  expect(most).toBe(4);
  await expect(run(answers)).resolves.toBe('here');
});

test('what one sender sends leaves a turn for others, however slow the system is with it', async () => {
  const run = turnsWith({ waitMs: 1_000, pauseMs: 1_000 });
  const end = Promise.withResolvers<string>();
  const slow = Array.from({ length: 8 }, () => run(() => end.promise, { sender: 'one' }));
  await expect(run(answers)).resolves.toBe('here');
  end.resolve('done');
  await Promise.all(slow);
});

test('after five failures in a row nobody asks for a time, then one alone: its answer lets all in again', async () => {
  const run = turnsWith({ waitMs: 1_000, pauseMs: 40 });
  for (let failure = 1; failure <= 4; failure++) await expect(run(fails)).rejects.toThrow('away');
  await expect(run(answers)).resolves.toBe('here');
  for (let failure = 1; failure <= 5; failure++) await expect(run(fails)).rejects.toThrow('away');
  await expect(run(answers)).rejects.toThrow(IlsPutOff);
  await expect(run(answers, { websiteId: 2 })).resolves.toBe('here');

  await sleep(50);
  await expect(run(fails)).rejects.toThrow('away');
  await expect(run(answers)).rejects.toThrow(IlsPutOff);

  await sleep(50);
  const probe = Promise.withResolvers<string>();
  const probing = run(() => probe.promise);
  await expect(run(answers)).rejects.toThrow(IlsPutOff);
  probe.resolve('back');
  await expect(probing).resolves.toBe('back');
  await expect(run(answers)).resolves.toBe('here');
});

describe('failures that follow the card', () => {
  test('of one sender put off this sender alone, after five cards', async () => {
    const run = turnsWith({ waitMs: 1_000, pauseMs: 60_000 });
    for (let failure = 1; failure <= 6; failure++)
      await expect(run(failsAtCard, { sender: 'one', cardNumber: 'the same' })).rejects.toThrow('dropped');
    await expect(run(answers, { sender: 'one' })).resolves.toBe('here');
    for (let failure = 1; failure <= 5; failure++)
      await expect(run(failsAtCard, { sender: 'one' })).rejects.toThrow('dropped');
    await expect(run(answers, { sender: 'one' })).rejects.toThrow(IlsPutOff);
    await expect(run(answers)).resolves.toBe('here');
  });

  test('of the same card put off nobody, from however many senders', async () => {
    const run = turnsWith({ waitMs: 1_000, pauseMs: 60_000 });
    for (let failure = 1; failure <= 10; failure++)
      await expect(run(failsAtCard, { cardNumber: 'the same' })).rejects.toThrow('dropped');
    await expect(run(answers)).resolves.toBe('here');
  });

  test('of five cards and senders put off all; one of them cannot keep it so', async () => {
    const run = turnsWith({ waitMs: 1_000, pauseMs: 40 });
    for (let sender = 1; sender <= 5; sender++)
      await expect(run(failsAtCard, { sender: `${sender}` })).rejects.toThrow('dropped');
    await expect(run(answers)).rejects.toThrow(IlsPutOff);
    await sleep(50);
    await expect(run(failsAtCard, { sender: '1' })).rejects.toThrow('dropped');
    await expect(run(answers)).resolves.toBe('here');
  });
});

test('a system that is set otherwise has not failed yet', async () => {
  const run = turnsWith({ waitMs: 1_000, pauseMs: 60_000 });
  for (let failure = 1; failure <= 5; failure++) await expect(run(fails)).rejects.toThrow('away');
  await expect(run(answers)).rejects.toThrow(IlsPutOff);
  await expect(run(answers, { system: { port: 6002 } })).resolves.toBe('here');
});
