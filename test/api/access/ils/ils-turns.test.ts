import { setTimeout as sleep } from 'node:timers/promises';
import { IlsPutOff, IlsTurns } from '../../../../src/access/ils/ils-turns.js';

const LIBRARY = 1;

const fails = (): Promise<never> => Promise.reject(new Error('away'));
const answers = (): Promise<string> => Promise.resolve('here');

test('four ask a library’s system at once; another waits for a time, many more do not, and other libraries never', async () => {
  const turns = new IlsTurns({ waitMs: 30, pauseMs: 1_000 });
  const end = Promise.withResolvers<string>();
  let [asking, most] = [0, 0];
  const ask = (): Promise<string> => {
    most = Math.max(most, ++asking);
    return end.promise.finally(() => asking--);
  };
  const first = Array.from({ length: 4 }, () => turns.run(LIBRARY, ask));
  const waiting = Array.from({ length: 8 }, () => turns.run(LIBRARY, answers));
  await expect(turns.run(LIBRARY, answers)).rejects.toThrow(IlsPutOff);
  await expect(turns.run(2, answers)).resolves.toBe('here');
  for (const each of waiting) await expect(each).rejects.toThrow(IlsPutOff);
  end.resolve('done');
  await expect(Promise.all(first)).resolves.toEqual(['done', 'done', 'done', 'done']);
  expect(most).toBe(4);
  await expect(turns.run(LIBRARY, answers)).resolves.toBe('here');
});

test('after five failures in a row nobody asks for a time, then one alone: its answer lets all in again', async () => {
  const turns = new IlsTurns({ waitMs: 1_000, pauseMs: 40 });
  const fail = (): Promise<unknown> => turns.run(LIBRARY, fails);
  for (let failure = 1; failure <= 4; failure++) await expect(fail()).rejects.toThrow('away');
  await expect(turns.run(LIBRARY, answers)).resolves.toBe('here');
  for (let failure = 1; failure <= 5; failure++) await expect(fail()).rejects.toThrow('away');
  await expect(turns.run(LIBRARY, answers)).rejects.toThrow(IlsPutOff);
  await expect(turns.run(2, answers)).resolves.toBe('here');

  await sleep(50);
  await expect(fail()).rejects.toThrow('away');
  await expect(turns.run(LIBRARY, answers)).rejects.toThrow(IlsPutOff);

  await sleep(50);
  const probe = Promise.withResolvers<string>();
  const probing = turns.run(LIBRARY, () => probe.promise);
  await expect(turns.run(LIBRARY, answers)).rejects.toThrow(IlsPutOff);
  probe.resolve('back');
  await expect(probing).resolves.toBe('back');
  await expect(turns.run(LIBRARY, answers)).resolves.toBe('here');
});
