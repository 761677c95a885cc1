import { median } from '../report/median.mjs';
import { markdown } from '../report/table.mjs';

/**
 * How much more of them the last tenth of a run may have than the first. The pools of the two API processes and of the worker open their
 * ten connections each as they are needed, on a busy machine after the first tenth: that is no leak. A leak goes on beyond them.
 */
const ALLOWED_GROWTH = { descriptors: 24, sessions: 30 };

/**
 * Compares the first tenth of a run with its last. The medians leave out what a single sample met.
 * @param {object} run
 */
export function summarize({ samples, tally, mails, violations, endedEarly, errors }) {
  const tenth = Math.max(1, Math.round(samples.length / 10));
  const compare = (read) => ({
    first: median(samples.slice(0, tenth).map(read)),
    last: median(samples.slice(-tenth).map(read)),
  });
  const processes = Object.keys(samples[0].processes);
  const summary = {
    minutes: samples.at(-1).seconds / 60,
    requests: tally.total,
    statuses: tally.statuses,
    compared: [
      ...processes.flatMap((name) =>
        ['rss', 'heap', 'descriptors'].map((what) => ({
          process: name,
          what,
          ...compare((sample) => sample.processes[name][what]),
        })),
      ),
      { process: 'database', what: 'sessions', ...compare(({ sessions }) => sessions) },
      { process: 'clients', what: 'p50', ...compare(({ p50 }) => p50) },
      { process: 'clients', what: 'p99', ...compare(({ p99 }) => p99) },
    ],
    maxLag: Math.max(...samples.map(({ lag }) => lag)),
    maxWaitingNotices: Math.max(...samples.map(({ waitingNotices }) => waitingNotices)),
    serverErrors: tally.serverErrors,
    lost: tally.lost,
    mails: { received: mails.received, doubled: mails.received - mails.distinct },
    violations: [...violations],
    endedEarly,
    errors,
  };
  return { ...summary, failures: failuresOf(summary) };
}

function failuresOf({ compared, serverErrors, lost, mails, violations, endedEarly, errors }) {
  return [
    ...(serverErrors > 0 ? [`${serverErrors} requests were answered with 5xx.`] : []),
    ...(lost > 0 ? [`${lost} requests were not answered.`] : []),
    ...(mails.doubled > 0 ? [`${mails.doubled} mails were sent again.`] : []),
    ...violations.map((line) => `The doctor: ${line}`),
    ...endedEarly.map((name) => `The process "${name}" ended by itself, or not with 0.`),
    ...errors,
    ...compared
      .filter(({ what, first, last }) => last - first > (ALLOWED_GROWTH[what] ?? Infinity))
      .map(({ process, what, first, last }) => `${process}: ${what} grew from ${first} to ${last}.`),
  ];
}

const LABELS = {
  rss: 'memory, MiB',
  heap: 'heap, MiB',
  descriptors: 'descriptors',
  sessions: 'sessions',
  p50: 'p50, ms',
  p99: 'p99, ms',
};

export function summaryTable({ compared, ...summary }) {
  const wholeRun = [
    ['requests', summary.requests],
    ['greatest timer lag, s', summary.maxLag],
    ['most notices waiting', summary.maxWaitingNotices],
    ['answers 5xx', summary.serverErrors],
    ['requests without an answer', summary.lost],
    ['mails received', summary.mails.received],
    ['of these sent again', summary.mails.doubled],
    ['violations that the doctor found', summary.violations.length],
  ];
  return [
    markdown(
      ['process', 'first tenth', 'last tenth'],
      compared.map(({ process, what, first, last }) => [
        `${process}: ${LABELS[what]}`,
        first.toFixed(1),
        last.toFixed(1),
      ]),
    ),
    markdown(
      [`in ${summary.minutes.toFixed(1)} minutes`, ''],
      wholeRun.map(([name, value]) => [name, String(value)]),
    ),
  ].join('\n\n');
}
