import { OldPinHashes } from '../../../../src/access/sign-in/old-pin-hashes.js';

const HOURS = 3_600_001;

test('old hashes are looked for from where the last look ended, and never again when there are none', async () => {
  const patrons = (patronId: number, hasOldHash: boolean) => [{ websiteId: 7, patronId, hasOldHash }];
  const run = jest
    .fn()
    .mockResolvedValueOnce(patrons(1, false))
    .mockRejectedValueOnce(new Error('The statement took too long.'))
    .mockResolvedValueOnce(patrons(2, false))
    .mockResolvedValueOnce(patrons(3, true))
    .mockResolvedValueOnce(patrons(3, false))
    .mockResolvedValueOnce([]);
  const now = jest.spyOn(performance, 'now');
  const hashes = new OldPinHashes({ run });
  const known: boolean[] = [];
  for (let hour = 0; hour < 5; hour++) {
    now.mockReturnValue(hour * HOURS);
    hashes.areThere();
    await new Promise(setImmediate);
    known.push(hashes.areThere());
  }
  now.mockRestore();
  expect(known).toEqual([true, true, false, false, false]);
  expect(run.mock.calls.map(([, [, patronId]]: [unknown, number[]]) => patronId)).toEqual([0, 1, 1, 2, 2, 3]);
});
