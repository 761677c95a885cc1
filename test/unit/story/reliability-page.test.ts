import { existsSync, readFileSync } from 'node:fs';

const PAGE = readFileSync('docs/operations/reliability.md', 'utf8');

/** Each test that a row of a table names: its path, with a part of its name if the row says which. */
const NAMED = PAGE.split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:promise|-)/.test(line))
  .flatMap((line) => {
    const [, promise = '', tests = ''] = line.split(/ *\| /);
    const found = [...tests.matchAll(/`(test\/[\w/.-]+)`(?: \("([^"]+)"\))?/g)];
    return found.length === 0 && !tests.includes('`npm run')
      ? [[promise, 'no test', undefined] as const]
      : found.map(([, path = '', name]) => [promise, path, name] as const);
  });

test('the page promises something', () => {
  expect(NAMED.length).toBeGreaterThan(100);
});

test.each(NAMED)('the test of "%s" is there: %s %s', (_, path, name) => {
  expect([path, existsSync(path)]).toEqual([path, true]);
  if (name !== undefined) expect(readFileSync(path, 'utf8')).toContain(name);
});
