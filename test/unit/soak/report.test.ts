import { summarize } from '../../../bench/soak/report.mjs';

/** What a soak saw: twenty samples of one process, and what was counted. */
function runWith({ descriptors = () => 40, sessions = () => 18, ...changed }: Partial<SoakRun> = {}): object {
  const samples = Array.from({ length: 20 }, (_, index) => ({
    ...{ seconds: 10 * (index + 1), rate: 40, p50: 5, p99: 50, lag: 0, waitingNotices: 0 },
    sessions: sessions(index),
    processes: { 'api 1': { rss: 200, heap: 50, descriptors: descriptors(index) } },
  }));
  return {
    samples,
    tally: { total: 100, statuses: { 200: 100 }, serverErrors: 0, lost: 0 },
    mails: { received: 10, distinct: 10 },
    ...{ violations: [], endedEarly: [], errors: [] },
    ...changed,
  };
}

interface SoakRun {
  /** At each sample. */
  readonly descriptors: (index: number) => number;
  readonly sessions: (index: number) => number;
  readonly tally: object;
  readonly mails: object;
  readonly violations: readonly string[];
  readonly endedEarly: readonly string[];
}

test('a run in which nothing grew or failed has no failures', () => {
  expect(summarize(runWith()).failures).toEqual([]);
});

test('pools that fill after the first tenth are no growth', () => {
  expect(summarize(runWith({ sessions: (index) => (index < 3 ? 14 : 44) })).failures).toEqual([]);
});

test('a peak in the middle of a run is no growth', () => {
  expect(summarize(runWith({ descriptors: (index) => (index === 10 ? 500 : 40) })).failures).toEqual([]);
});

test.each<[string, Partial<SoakRun>, RegExp]>([
  [
    'descriptors that grow',
    { descriptors: (index) => 40 + 2 * index },
    /^api 1: descriptors grew from 4\d to 7\d/,
  ],
  ['sessions that grow', { sessions: (index) => 18 + 2 * index }, /^database: sessions grew/],
  ['an answer 5xx', { tally: { total: 1, statuses: { 500: 1 }, serverErrors: 1, lost: 0 } }, /5xx/],
  ['a lost request', { tally: { total: 1, statuses: { 0: 1 }, serverErrors: 0, lost: 1 } }, /not answered/],
  ['a mail that was sent again', { mails: { received: 10, distinct: 9 } }, /^1 mails were sent again/],
  ['a violation', { violations: ['no copy is free'] }, /no copy is free/],
  ['a process that ended', { endedEarly: ['worker'] }, /"worker" ended/],
])('%s fails the run', (_, seen, failure) => {
  expect(summarize(runWith(seen)).failures).toEqual([expect.stringMatching(failure)]);
});
