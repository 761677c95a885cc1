import { serialize } from 'node:v8';
import { withoutPersonalData } from '../../../src/staff/imports/import-report.js';
import { AwaitedRun } from '../../../src/staff/imports/awaited-run.js';

test.each([
  ['patronId 12 cannot be used in library 38', 'patronId cannot be used in library 38'],
  ['patronId 12 is not a patron of library 37', 'patronId is not a patron of library 37'],
  ['title a is in no collection of patron 12', 'title a is in no collection of the patron'],
  [
    'cardNumber "a\\"b 1" is already the card of patron 9',
    'cardNumber is already the card of another patron',
  ],
  ['externalId "E 1" is already that of patron 9', 'externalId is already that of another patron'],
  ['websiteId 9 is not a library here', 'websiteId 9 is not a library here'],
])('%s is kept as: %s', (message, kept) => {
  expect(withoutPersonalData(message)).toBe(kept);
});

test('the counts of an import take no more memory for more libraries and refused lines', () => {
  const sizeAfter = (lines: number): number => {
    const run = new AwaitedRun();
    for (let line = 1; line <= lines; line++) {
      run.onRead({ kind: 'copies', isRemoval: false, websiteId: line }, line > 15_000);
      run.onRejected({ line, message: 'is refused' }, line);
    }
    return serialize({ ...run }).byteLength;
  };
  expect(sizeAfter(60_000) - sizeAfter(30_000)).toBeLessThan(100);
});
