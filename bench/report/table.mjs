/** Formats the results as Markdown tables that are also readable in a terminal. */

const COLUMNS = [
  ['operation', ({ name }) => name],
  ['service /s', ({ service }) => round(service.rate)],
  ['limit /s', ({ limit }) => round(limit.rate)],
  ['ratio', ({ ratio }) => ratio.toFixed(2)],
  ['target', ({ kind }) => MIN_RATIO[kind].toFixed(2)],
  ['by CPU', ({ service, limit }) => (cpuOf(limit) / cpuOf(service)).toFixed(2)],
  ['p50 ms', ({ half }) => half.p50.toFixed(2)],
  ['p99 ms', ({ half }) => half.p99.toFixed(2)],
  ['p99 ÷ p50', ({ half }) => half.spread.toFixed(1)],
  ['CPU s/1000', ({ service }) => service.cpuPer1000.toFixed(2)],
  ['db CPU s/1000', ({ service }) => service.databaseCpuPer1000.toFixed(2)],
  [
    'limit: own + db',
    ({ limit }) => `${limit.cpuPer1000.toFixed(2)} + ${limit.databaseCpuPer1000.toFixed(2)}`,
  ],
];

/** CPU seconds of the process and the database together. */
const cpuOf = ({ cpuPer1000, databaseCpuPer1000 }) => cpuPer1000 + databaseCpuPer1000;

/** The target for the service's rate, as a share of its limit. */
const MIN_RATIO = { read: 0.65, write: 0.5 };
const MAX_GROWTH = 1.3;

export function operationsTable(results) {
  return markdown(
    COLUMNS.map(([heading]) => heading),
    results.map((result) => COLUMNS.map(([, cell]) => cell(result))),
  );
}

export function extremesTable(results) {
  return markdown(
    ['sequential requests', 'queue of 10, ms', 'queue of 100,000, ms', 'ratio', 'target at most'],
    results.map(({ name, short, long, ratio }) => [
      name,
      short.toFixed(2),
      long.toFixed(2),
      ratio.toFixed(2),
      MAX_GROWTH.toFixed(2),
    ]),
  );
}

export function curvesTable({ lengths, list, place }) {
  const rows = Object.entries({ list, place }).flatMap(([operation, curves]) =>
    Object.entries(curves).map(([name, medians]) => [
      `${operation}, ${name}`,
      ...medians.map((median) => median.toFixed(2)),
    ]),
  );
  return markdown(['ms by queue length', ...lengths.map((length) => length.toLocaleString('en'))], rows);
}

/** @param {string[][]} rows the first column is aligned left, the others right */
export function markdown(headings, rows) {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column].length)),
  );
  const line = (cells) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(headings), rule, ...rows.map(line)].join('\n');
}

function round(rate) {
  return Math.round(rate).toLocaleString('en');
}
