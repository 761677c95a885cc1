import { MailCounter } from '../../../src/notifications/sending/mail-counter.js';

test('mails that are sent while a count is being written are counted together by the next', async () => {
  const written: [websiteId: number, mails: number][] = [];
  const first = Promise.withResolvers<void>();
  const counter = new MailCounter(async (websiteId, mails) => {
    written.push([websiteId, mails]);
    if (written.length === 1) await first.promise;
  });
  const one = counter.add(37);
  await Promise.resolve();
  const others = [counter.add(37), counter.add(37), counter.add(38)];
  await others[2];
  expect(written).toEqual([
    [37, 1],
    [38, 1],
  ]);
  first.resolve();
  await Promise.all([one, ...others]);
  expect(written.slice(2)).toEqual([[37, 2]]);
});

test('a count that fails is known to its mails alone', async () => {
  const outcomes = [Promise.reject(new Error('not now')), Promise.resolve()];
  const counter = new MailCounter(() => outcomes.shift()!);
  const failed = counter.add(37);
  await Promise.resolve();
  const later = counter.add(37);
  await expect(failed).rejects.toThrow('not now');
  await expect(later).resolves.toBeUndefined();
});
