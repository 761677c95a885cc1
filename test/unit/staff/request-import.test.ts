import { serialize } from 'node:v8';
import { withoutPersonalData } from '../../../src/staff/imports/import-report.js';
import { RequestImport } from '../../../src/staff/imports/request-import.js';

test.each([
  ['patronId 12 cannot be used in library 38', 'patronId cannot be used in library 38'],
  ['patronId 12 is not a patron of library 37', 'patronId is not a patron of library 37'],
  ['title a is in no collection of patron 12', 'title a is in no collection of the patron'],
  [
    'cardNumber "a\\"b 1" is already the card of patron 9',
    'cardNumber is already the card of another patron',
  ],
  ['websiteId 9 is not a library here', 'websiteId 9 is not a library here'],
])('%s is kept as: %s', (message, kept) => {
  expect(withoutPersonalData(message)).toBe(kept);
});

test('the counts of a request take no more memory for more libraries and refused lines', () => {
  const sizeAfter = (lines: number): number => {
    const request = new RequestImport();
    for (let line = 1; line <= lines; line++) {
      request.onRead({ kind: 'copies', isRemoval: false, websiteId: line }, line > 15_000);
      request.onRejected({ line, message: 'is refused' }, line);
    }
    return serialize({ ...request }).byteLength;
  };
  expect(sizeAfter(60_000) - sizeAfter(30_000)).toBeLessThan(100);
});
