/** Plots what changed during a run, one panel for each kind of number, as standalone SVG. */

const [WIDTH, PANEL] = [860, 150];
const MARGIN = { left: 64, right: 150, top: 30, bottom: 24 };
const COLORS = ['#1b6ca8', '#3a8f5c', '#c2452d'];

export function plot(samples) {
  const processes = Object.keys(samples[0].processes);
  const each = (what) => processes.map((name) => [name, (sample) => sample.processes[name][what]]);
  const panels = [
    ['resident memory, MiB', each('rss')],
    ['heap, MiB', each('heap')],
    ['open descriptors', each('descriptors')],
    ['database sessions', [['sessions', ({ sessions }) => sessions]]],
    [
      'latency, ms',
      [
        ['p50', ({ p50 }) => p50],
        ['p99', ({ p99 }) => p99],
      ],
    ],
    ['requests per second', [['requests', ({ rate }) => rate]]],
    [
      'timers',
      [
        ['lag, s', ({ lag }) => lag],
        ['notices waiting', ({ waitingNotices }) => waitingNotices],
      ],
    ],
  ];
  const height = panels.length * PANEL + 20;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">`,
    `<title>Soak of ${(samples.at(-1).seconds / 60).toFixed(1)} minutes</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...panels.flatMap(([title, curves], index) => panel(samples, title, curves, index * PANEL)),
    text(MARGIN.left, height - 6, '0'),
    text(
      WIDTH - MARGIN.right,
      height - 6,
      `${(samples.at(-1).seconds / 60).toFixed(1)} minutes`,
      'text-anchor="end"',
    ),
    '</svg>',
    '',
  ].join('\n');
}

function panel(samples, title, curves, top) {
  const highest = Math.max(1, ...samples.flatMap((sample) => curves.map(([, read]) => read(sample))));
  const [left, right, bottom] = [MARGIN.left, WIDTH - MARGIN.right, top + PANEL - MARGIN.bottom];
  const x = ({ seconds }) => left + (seconds / samples.at(-1).seconds) * (right - left);
  const y = (value) => bottom - (value / highest) * (PANEL - MARGIN.top - MARGIN.bottom);
  return [
    text(left, top + 20, title, 'font-size="13"'),
    ...[0, highest].flatMap((value) => [
      `<path d="M${left} ${tenths(y(value))}H${right}" stroke="#ddd"/>`,
      text(left - 8, y(value) + 4, String(tenths(value)), 'text-anchor="end"'),
    ]),
    ...curves.flatMap(([name, read], index) => [
      `<polyline fill="none" stroke="${COLORS[index]}" stroke-width="1.5" points="${samples
        .map((sample) => `${tenths(x(sample))},${tenths(y(read(sample)))}`)
        .join(' ')}"/>`,
      text(right + 10, top + MARGIN.top + 14 + index * 16, name, `fill="${COLORS[index]}"`),
    ]),
  ];
}

function text(x, y, content, attributes = '') {
  return `<text x="${tenths(x)}" y="${tenths(y)}" ${attributes}>${content}</text>`;
}

function tenths(number) {
  return Math.round(number * 10) / 10;
}
