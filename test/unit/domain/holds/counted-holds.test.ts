import { countedHolds } from '../../../../src/domain/holds/counted-holds.js';

test('holds that are alternatives to each other count as one', () => {
  expect(
    countedHolds([
      { reserveId: 'a' },
      { reserveId: 'c', alternatives: ['b', 'd'] },
      { reserveId: 'b', alternatives: ['c', 'd'] },
      { reserveId: 'd', alternatives: ['c', 'b'] },
      { reserveId: 'e', alternatives: [] },
    ]),
  ).toBe(3);
});
