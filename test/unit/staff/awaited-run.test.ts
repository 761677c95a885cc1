import { serialize } from 'node:v8';
import { AwaitedRun } from '../../../src/staff/imports/awaited-run.js';

test('the counts of an import take no more memory for more libraries and refused lines', () => {
  const sizeAfter = (lines: number): number => {
    const run = new AwaitedRun();
    for (let line = 1; line <= lines; line++) {
      run.onRead({ kind: 'copies', isRemoval: false, websiteId: line }, line > 15_000);
      run.onRejected({ line, message: 'is refused', kept: 'is refused' }, line);
    }
    return serialize({ ...run }).byteLength;
  };
  expect(sizeAfter(60_000) - sizeAfter(30_000)).toBeLessThan(100);
});
