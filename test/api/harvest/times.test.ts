import { expectOk, expectRefusal } from '../../support/answers.js';
import type { PatronClient } from '../../support/client.js';
import { advanceClock, DAY, HOUR, serviceTime } from '../../support/clock.js';
import { TestLibrary } from '../../support/test-library.js';
import { type CatalogClient, clientBrowserOf } from '../../support/catalog-client.js';
import { idsIn } from './reading.js';

/** The time since which changes are asked for, as clients write it. */
let library: TestLibrary;
let client: CatalogClient<PatronClient>;
beforeAll(async () => {
  library = await TestLibrary.open();
  client = await clientBrowserOf(library);
  await library.addTitle(1);
});

function changes(lastUpdateTime: string): Promise<string[]> {
  return client.search({ lastUpdateTime, limit: 300 }).then(idsIn);
}

describe('the time', () => {
  test('is taken in any of these forms', async () => {
    for (const time of [
      '2020-02-29T00:00:00Z',
      '2020-02-29t00:00:00z',
      '2020-02-29T01:00:00+01:00',
      '2020-02-29T01:00:00 01:00',
      '2020-02-28T14:30:00-0930',
      '2020-02-29T01:00:00+01',
      '2020-02-29T00:00:00.000',
      '2020-02-29T00:00:00,123456789Z',
      '2020-02-29T00:00',
      '2020-02-29 00:00:00',
      '2020-02-29',
      '1970-01-01T00:00:00Z',
      '0001-01-01',
      '9999-12-31T23:59:59Z',
    ])
      for (const name of ['lastUpdateTime', 'lastTitleUpdateTime']) {
        const answer = await client.search({ [name]: time, limit: 3 });
        expectOk(answer);
        expect([time, answer.body.totalItems > 0]).toEqual([time, !time.startsWith('9999')]);
        const self = new URL(answer.body.links.self.href as string);
        expect(self.searchParams.get(name)).toBe(time);
      }
  });

  test('is read in its zone, or as UTC', async () => {
    await advanceClock(library.service, DAY);
    const title = await library.addTitle(1);
    const now = (await serviceTime(library.service)).getTime();
    const at = (hours: number): string => new Date(now + hours * HOUR * 1000).toISOString().slice(0, 19);
    for (const early of [`${at(-1)}Z`, at(-1), at(-1).replace('T', ' '), `${at(1)}+02:00`, `${at(-3)}-02:00`])
      expect([early, await changes(early)]).toEqual([early, [title.reserveId]]);
    for (const late of [`${at(1)}Z`, at(1), at(1).replace('T', ' '), `${at(3)}+02:00`, `${at(-1)}-02:00`])
      expect([late, await changes(late)]).toEqual([late, []]);
  });

  test('is refused in any other', async () => {
    for (const time of [
      'yesterday',
      '2020',
      '2020-13-01',
      '2020-02-30',
      '2021-02-29T00:00:00Z',
      '2020-02-29T25:00:00Z',
      '2020-02-29T00:60:00Z',
      '2020-02-29T00:00:00+99:00',
      '2020-02-29T00:00:00Europe/Berlin',
      '29.02.2020',
      '02/29/2020',
      '1582934400',
      '12020-01-01',
      '2020-02-29T00:00:00Z; DROP TABLE title',
      'a\0b',
    ])
      for (const name of ['lastUpdateTime', 'lastTitleUpdateTime'])
        expectRefusal(
          await client.search({ [name]: time }),
          'InvalidFieldValue',
          `${name} must be a time such as 2026-11-21T09:41:07Z, 2026-11-21 09:41:07 or 2026-11-21.`,
        );
  });

  test('in the future finds nothing', async () => {
    const { body } = await client.search({ lastUpdateTime: '2990-01-01T00:00:00Z' });
    expect(body).toMatchObject({ totalItems: 0, products: [] });
  });
});
