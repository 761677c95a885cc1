import { printAboveBar, RejectionReasons, showProgress } from '../../../src/cli/importing/import-progress.js';

afterEach(() => {
  jest.restoreAllMocks();
});

function printed(rejections: readonly [line: number, message: string][], isWhole = false): string[] {
  const lines: string[] = [];
  const reasons = new RejectionReasons('row', (line) => lines.push(line), { isWhole });
  for (const [line, message] of rejections) reasons.add({ line, message });
  reasons.end();
  return lines;
}

const unknown = (line: number): [number, string] => [line, 'category "KID" is unknown in library 37'];
const taken = (line: number): [number, string] => [
  line,
  `cardNumber "A${line}" is already the card of 10${line}`,
];

test('of each reason the first rejected rows are printed, and how many more there are', () => {
  const rows = Array.from({ length: 7 }, (_, index) => index + 2);
  expect(
    printed([...rows.map(unknown), ...rows.map(taken), [9, 'category "X" is unknown in library 37']]),
  ).toEqual([
    ...rows.slice(0, 5).map((row) => `row ${row}: category "KID" is unknown in library 37`),
    ...rows.slice(0, 5).map((row) => `row ${row}: cardNumber "A${row}" is already the card of 10${row}`),
    'row 9: category "X" is unknown in library 37',
    'and 2 more like row 2: category "KID" is unknown in library 37',
    'and 2 more like row 2: cardNumber "A2" is already the card of 102',
  ]);
});

test('all are printed where no other list has them', () => {
  const rows = Array.from({ length: 7 }, (_, index) => unknown(index + 2));
  expect(printed(rows, true)).toEqual(rows.map(([row, message]) => `row ${row}: ${message}`));
});

test('without a terminal, a line says how far the import is, every few seconds', () => {
  let now = 0;
  let written = '';
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  const progress = showProgress(1_000);
  for (const applied of [100, 200, 300, 400]) {
    now += 2_600;
    progress.show({ bytes: applied, applied, rejected: 3 });
  }
  progress.stop();
  expect(written).toBe('200 applied, 3 rejected so far\n400 applied, 3 rejected so far\n');
});

test('at a terminal, the end of the bar takes away the bar, and no line above it', () => {
  let written = '';
  const { isTTY } = process.stderr;
  process.stderr.isTTY = true;
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  const progress = showProgress(1_000);
  printAboveBar('Columns: id is externalId.');
  progress.show({ bytes: 1_000, applied: 3, rejected: 0 });
  progress.stop();
  process.stderr.isTTY = isTTY;
  // Where the cursor was kept last, the bar ends and is cleared.
  const kept = written.lastIndexOf('\x1b7');
  expect(written.slice(0, kept)).toMatch(/Columns: id is externalId\.\n$/);
  expect(written.slice(kept)).toContain('100%');
});
