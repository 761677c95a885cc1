import { readTypedTime } from '../../../../src/staff/requests/typed-time.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';
import type { TestLibrary } from '../../../support/test-library.js';

let library: TestLibrary;
useSharedLibrary((opened) => ({ library } = opened));

describe.each([
  [
    'Europe/Berlin',
    [
      ['2027-05-05 09:41', 'ends', '2027-05-05T07:41:00.000Z'],
      ['2027-05-05', 'ends', '2027-05-05T21:59:59.000Z'],
      ['2027-05-05', 'begins', '2027-05-04T22:00:00.000Z'],
      // An hour that no clock shows, and a day of 23 hours.
      ['2027-03-28T02:30', 'ends', '2027-03-28T01:30:00.000Z'],
      ['2027-03-28', 'ends', '2027-03-28T21:59:59.000Z'],
      // An hour that clocks show twice, of which it is the second, and a day of 25 hours.
      ['2027-10-31T02:30', 'ends', '2027-10-31T01:30:00.000Z'],
      ['2027-10-31', 'begins', '2027-10-30T22:00:00.000Z'],
      ['2027-10-31', 'ends', '2027-10-31T22:59:59.000Z'],
      // With a zone it is that moment.
      ['2027-05-05T09:41:07Z', 'ends', '2027-05-05T09:41:07.000Z'],
      ['2027-05-05T00:00-03:30', 'ends', '2027-05-05T03:30:00.000Z'],
    ],
  ],
  [
    'America/St_Johns',
    [
      ['2027-03-14 02:15', 'ends', '2027-03-14T05:45:00.000Z'],
      ['2027-03-14', 'ends', '2027-03-15T02:29:59.000Z'],
    ],
  ],
  [
    'Pacific/Kiritimati',
    [
      ['2027-01-01 08:00', 'ends', '2026-12-31T18:00:00.000Z'],
      ['2027-01-01', 'ends', '2027-01-01T09:59:59.000Z'],
    ],
  ],
  [
    'Asia/Kathmandu',
    [
      ['2027-05-05T09:41:07', 'ends', '2027-05-05T03:56:07.000Z'],
      ['2027-05-05', 'ends', '2027-05-05T18:14:59.000Z'],
    ],
  ],
] as const)('what is typed in %s', (timeZone, times) => {
  test.each(times)('%s (it %s)', async (text, day, moment) => {
    const { websiteId } = library;
    await library.import({ record: 'settings', websiteId, notices: { timeZone } });
    const read = await readTypedTime(library.service.database, websiteId, {
      name: 'until',
      text,
      day,
    });
    expect(read.toISOString()).toBe(moment);
  });
});
