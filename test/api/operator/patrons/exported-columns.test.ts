import { WaitCurvesService } from '../../../../src/circulation/waits/wait-curves.service.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { mustSucceed } from '../../../support/client.js';
import { learnConduct } from '../../../support/runs/learned-conduct.js';
import type { TestLibrary } from '../../../support/test-library.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useOperatorLibrary } from '../../../support/operator/operator-library.js';

/** An export has all that is stored of a patron's holds. */

let library: TestLibrary;
let operator: OperatorClient;
useOperatorLibrary((opened) => ({ library, operator } = opened));

test('an export has the wait that the patron was told', async () => {
  await learnConduct(library.service.database, true);
  const title = await library.addTitle(1);
  await mustSucceed((await library.addPatron()).borrow(title));
  await new WaitCurvesService(library.service.database).work();
  const patron = await library.addPatron();
  const { body } = await mustSucceed(patron.place(title));
  const { likelyBy, latestBy } = body.estimatedWait as Record<string, string>;
  const { body: exported } = await mustSucceed(operator.export(patron));
  expect(exported.holds).toMatchObject([
    { toldWait: { likelyBy, latestBy, minutesByRules: [null, expect.any(Number)] } },
  ]);
});

/** By column, the member of the export that has it, or why none does. */
const EXPORTED: Readonly<Record<string, string>> = {
  website_id: 'patron.websiteId',
  patron_id: 'patron.patronId',
  category: 'patron.category',
  reserve_id: 'reserveId',
  ticket: 'none: a number of the queue, which holdListPosition shows',
  email_address: 'emailAddress',
  placed_at: 'holdPlacedDate',
  suspension_type: 'suspension.suspensionType',
  suspended_until: 'suspension.until',
  suspended_since: 'suspension.since',
  suspension_ends_at: 'suspension.announcedEnd',
  collection_id: 'events.collectionId',
  expires_at: 'holdExpires',
  missed_pickups: 'missedPickups',
  notice_sent_for: 'holdExpires: it is that time, once the mail has been sent',
  trace: 'events',
  told_likely: 'toldWait.likelyBy',
  told_latest: 'toldWait.latestBy',
  told_by_rules: 'toldWait.minutesByRules',
};

const COLUMNS_OF_HOLD = statement<{ name: string }>(
  'test-columns-of-hold',
  `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'hold'::regclass AND attnum > 0 AND NOT attisdropped`,
);

test('no column of a hold is missing from the export', async () => {
  const columns = await library.service.database.run(COLUMNS_OF_HOLD);
  expect(columns.map(({ name }) => name).toSorted()).toEqual(Object.keys(EXPORTED).toSorted());
});
