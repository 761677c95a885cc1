/** Formats the results as Markdown tables that are also readable in a terminal. */

const READ_COLUMNS = [
  ['read', ({ name }) => name],
  ['service /s', ({ service }) => round(service.rate)],
  ['Nest + Express /s', ({ limits }) => round(limits['Nest + Express'].rate)],
  ['node:http /s', ({ limits }) => round(limits['node:http'].rate)],
  ['÷ Nest + Express', ({ ratios }) => ratios['Nest + Express'].toFixed(2)],
  ['÷ node:http', ({ ratios }) => ratios['node:http'].toFixed(2)],
  [
    'CPU ms: service, Nest + Express, node:http',
    ({ service, limits }) => [service, limits['Nest + Express'], limits['node:http']].map(ownCpu).join(' · '),
  ],
  ['p50 ms', ({ half }) => half.service.p50.toFixed(2)],
  ['p99 ms', ({ half }) => half.service.p99.toFixed(2)],
  [
    'p99 ÷ p50: service, Nest + Express, node:http',
    ({ half }) =>
      [half.service, half['Nest + Express'], half['node:http']]
        .map(({ spread }) => spread.toFixed(1))
        .join(' · '),
  ],
];

const WRITE_COLUMNS = [
  ['write', ({ name }) => name],
  ['service /s', ({ service }) => round(service.rate)],
  ['its statements /s', ({ limits }) => round(limits.driver.rate)],
  ['ratio', ({ ratios }) => ratios.driver.toFixed(2)],
  ['by CPU', ({ service, limits }) => (cpuOf(limits.driver) / cpuOf(service)).toFixed(2)],
  ['p50 ms', ({ half }) => half.service.p50.toFixed(2)],
  ['p99 ms', ({ half }) => half.service.p99.toFixed(2)],
  ['p99 ÷ p50', ({ half }) => half.service.spread.toFixed(1)],
  ['CPU ms: own + db', ({ service }) => bothCpu(service)],
  ['CPU ms of the statements: own + db', ({ limits }) => bothCpu(limits.driver)],
];

/** CPU seconds of the process and the database together. */
const cpuOf = ({ cpuPer1000, databaseCpuPer1000 }) => cpuPer1000 + databaseCpuPer1000;

// Seconds per 1,000 requests are milliseconds per request.
const ownCpu = ({ cpuPer1000 }) => cpuPer1000.toFixed(3);
const bothCpu = (side) => `${ownCpu(side)} + ${side.databaseCpuPer1000.toFixed(2)}`;

const MAX_GROWTH = 1.3;

/** @returns a table of the reads and one of the writes, where there are any */
export function operationsTables(results) {
  const tableOf = (kind, columns) => {
    const rows = results.filter((result) => result.kind === kind);
    return rows.length === 0 ? [] : [tableWith(columns, rows)];
  };
  return [...tableOf('read', READ_COLUMNS), ...tableOf('write', WRITE_COLUMNS)];
}

function tableWith(columns, rows) {
  return markdown(
    columns.map(([heading]) => heading),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  );
}

/** Of each operation the ratio of rates and that of the service's CPU per request, with the lowest and highest of all turns. */
export function comparisonTable(commit, results) {
  const spread = ({ median, lowest, highest }) =>
    `${median.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)})`;
  return tableWith(
    [
      ['operation', ({ name }) => name],
      ['here /s', ({ here }) => round(here.rate)],
      [`${commit} /s`, ({ there }) => round(there.rate)],
      ['ratio of rates', ({ rates }) => spread(rates)],
      ['CPU ms here', ({ here }) => ownCpu(here)],
      [`CPU ms ${commit}`, ({ there }) => ownCpu(there)],
      ['ratio of CPU', ({ cpu }) => spread(cpu)],
      [
        'db CPU ms: here, there',
        ({ here, there }) => [here, there].map((side) => side.databaseCpuPer1000.toFixed(2)).join(' · '),
      ],
    ],
    results,
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
