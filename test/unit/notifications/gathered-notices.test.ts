import { gather } from '../../../src/notifications/sending/gathered-notices.js';
import type { NoticeOfRecipient } from '../../../src/notifications/sending/notice-jobs.store.js';

/** A notice to this recipient. */
function notice(ticket: number, recipient: string, jobKey: string | null = null): NoticeOfRecipient {
  const hold = { websiteId: 37, reserveId: '53be238e-d4d2-5efd-8241-c596634d055e', ticket };
  return { ...hold, occasion: 'ready', expiresAt: '2026-11-25T00:00:00Z', jobKey, recipient };
}

const several = (count: number, recipient: string, from = 1): NoticeOfRecipient[] =>
  Array.from({ length: count }, (_, index) => notice(from + index, recipient));

const sizes = (jobs: readonly { readonly notices: readonly unknown[] }[]): number[] =>
  jobs.map(({ notices }) => notices.length);

test('a patron’s notices are one job, up to twenty; one alone has the job of its own that it always had', () => {
  const own = [...several(21, '1 a@example.org'), ...several(2, '2 a@example.org', 30)];
  const { decided, undecided } = gather([own[0]!], own);
  expect(decided).toEqual([]);
  expect(sizes(undecided)).toEqual([20, 1, 2]);
  const [many, one] = undecided.map(({ key }) => key);
  expect(many).toMatch(/^hold-notices several-[0-9a-f]{32}$/);
  expect(one).toBe('ready-notice 37 53be238e-d4d2-5efd-8241-c596634d055e 21 2026-11-25T00:00:00Z');
});

test('a notice whose hold is gone has a job too, so that it leaves the outbox', () => {
  expect(sizes(gather([notice(1, '')], []).undecided)).toEqual([1]);
});

test('what a worker had decided before it died stays so, also if more has come since', () => {
  const key = 'hold-notices several-0';
  const own = [notice(1, '1 a', key), notice(2, '1 a', key), notice(3, '1 a')];
  const { decided, undecided } = gather([own[0]!], own);
  expect(decided).toEqual([{ key, notices: own.slice(0, 2) }]);
  expect(undecided.map(({ notices }) => notices)).toEqual([own.slice(2)]);
});
