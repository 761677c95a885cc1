import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, HOUR, serviceTime } from '../../support/clock.js';
import { brokenInvariantsOf } from '../../support/invariants.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';

let library: TestLibrary;
beforeEach(async () => {
  library = await TestLibrary.open();
});
afterEach(async () => expect(await brokenInvariantsOf(library)).toEqual([]));

const licence: TestLibrary['setLicence'] = (...licence) => library.setLicence(...licence);

const inHours = async (hours: number): Promise<string> =>
  new Date((await serviceTime(library.service)).getTime() + hours * HOUR * 1000).toISOString();

const USED = statement<{ licenceId: string | null }>(
  'test-licence-of-loan',
  `SELECT licence_id AS "licenceId" FROM checkout WHERE website_id = $1 AND reserve_id = $2 ORDER BY checked_out_at, patron_id`,
);
const licencesUsed = async ({ reserveId }: TestTitle): Promise<(string | null)[]> =>
  (await library.service.database.run(USED, [library.websiteId, reserveId])).map((row) => row.licenceId);

describe('which licence a loan uses', () => {
  test('the one that ends soonest, then one without an end, then the one with most loans left', async () => {
    const title = await library.addTitle(1);
    await licence(title, 'few', { loans: 2 });
    await licence(title, 'many', { loans: 5 });
    await licence(title, 'later', { concurrency: 1, endsOn: '2999-01-01' });
    await licence(title, 'soon', { concurrency: 1, endsOn: '2998-01-01' });
    for (const patron of await library.addPatrons<number>(4)) {
      await mustSucceed(patron.borrow(title));
      await advanceClock(library.service, 1);
    }
    expect(await licencesUsed(title)).toEqual(['soon', 'later', null, 'many']);
  });

  const allowNoneToOutlast = (): Promise<void> =>
    library.import({
      record: 'settings',
      websiteId: library.websiteId,
      loans: { mayOutlastLicence: false },
    });

  test('one that lasts as long as the loan goes first, if no loan may outlast its licence', async () => {
    await allowNoneToOutlast();
    const title = await library.addTitle();
    await licence(title, 'short', { concurrency: 1, endsOn: await inHours(24) });
    await licence(title, 'shorter', { concurrency: 1, endsOn: await inHours(12) });
    await licence(title, 'long', { concurrency: 1, endsOn: '2999-01-01' });
    for (const patron of await library.addPatrons<number>(3)) {
      await mustSucceed(patron.borrow(title));
      await advanceClock(library.service, 1);
    }
    expect(await licencesUsed(title)).toEqual(['long', 'short', 'shorter']);
  });

  test.each([
    [true, 21 * 24],
    [false, 24],
  ])('a loan that may outlast its licence (%s) takes %d hours', async (mayOutlast, hours) => {
    if (!mayOutlast) await allowNoneToOutlast();
    const title = await library.addTitle();
    await licence(title, 'short', { concurrency: 1, endsOn: await inHours(24) });
    const [patron] = await library.fillQueue(title, 1);
    const { expires } = (await mustSucceed(patron.borrow(title))).body as { expires: string };
    const left = Date.parse(expires) - (await serviceTime(library.service)).getTime();
    expect(Math.round(left / HOUR / 1000)).toBe(hours);
  });
});
