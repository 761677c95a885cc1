import { statement } from '../../../../src/platform/database/statement.js';
import { findQueuesToForecast } from '../../../../src/waits/wait-curves.store.js';
import { expectOk } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { DAY, serviceTime } from '../../../support/clock.js';
import { ConsoleClient } from '../../../support/console/console-client.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';
import { copies } from '../../../support/records.js';
import type { TestLibrary, TestTitle } from '../../../support/test-library.js';

/** The library sets a copy aside for 72 hours. */
let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

const owned = ({ crossRefId }: TestTitle, members: object, collectionId = 'main'): Promise<void> =>
  library.import({ ...copies(crossRefId, 9, collectionId), ...members });

/** For how many hours the next hold is ready. */
async function hoursOf(title: TestTitle): Promise<number> {
  const patron = await library.addPatron();
  const { holdExpires } = (await mustSucceed(patron.place(title))).body as { holdExpires: string };
  return Math.round((Date.parse(holdExpires) - (await serviceTime(library.service)).getTime()) / 3_600_000);
}

test('records of copies set the hours of the title in all collections, keep them, and give them back', async () => {
  const [title, other] = [await library.addTitle({ main: 9, adults: 9 }), await library.addTitle(9)];
  await owned(title, { pickupHours: 24 }, 'adults');
  expect([await hoursOf(title), await hoursOf(other)]).toEqual([24, 72]);
  await owned(title, {});
  await owned(title, { copiesOwned: 8 });
  expect(await hoursOf(title)).toBe(24);
  await owned(title, { pickupHours: null });
  expect(await hoursOf(title)).toBe(72);
  const fresh = { record: 'title', ...(await library.addTitle(0)) };
  await library.import(
    { ...copies(fresh.crossRefId, 2, 'main'), pickupHours: 12 },
    { ...copies(fresh.crossRefId, 2, 'adults'), pickupHours: 6 },
    { ...copies(fresh.crossRefId, 1, 'adults') },
  );
  expect(await hoursOf(fresh)).toBe(6);
  // The list of each night.
  for (let night = 0; night < 2; night += 1) {
    await library.import(
      { ...copies(fresh.crossRefId, 9, 'main'), pickupHours: 12 },
      { ...copies(fresh.crossRefId, 9, 'adults'), pickupHours: 6 },
    );
    expect(await hoursOf(fresh)).toBe(6);
  }
});

test('a short pickup ends on an open day, and its mail tells the end', async () => {
  const own = await library.another();
  const title = await own.addTitle(1);
  await own.import({ ...copies(title.crossRefId, 1), pickupHours: 24 });
  const tomorrow = new Date((await serviceTime(own.service)).getTime() + DAY * 1000);
  const day = tomorrow.toISOString().slice(0, 10);
  await own.import({
    ...{ record: 'calendar', websiteId: own.websiteId, entryId: 'closed', kind: 'closed', name: 'Closed' },
    ...{ from: day, to: day },
  });
  const [patron] = await own.fillQueue(title, 1);
  const { holdExpires } = (await patron.find(title)).body as { holdExpires: string };
  expect(Date.parse(holdExpires) - tomorrow.getTime()).toBeGreaterThan((DAY - 60) * 1000);
  const { events } = (
    await operator.get(`/operator/v1/patrons/${patron.patronId}/holds/${title.reserveId}/trace`)
  ).body as unknown as { events: { event: string; until: string }[] };
  expect(events).toMatchObject([{ event: 'offered', until: holdExpires }]);
});

test('staff set them on the page of the queue, and give them back with an empty field', async () => {
  const title = await library.addTitle(9);
  const staff = await ConsoleClient.signIn(library, 'paul', ['collections']);
  const address = `/libraries/${library.websiteId}/queues/${title.reserveId}`;
  const page = await staff.submit(`/console${address}/pickup`, { pickupHours: 1 });
  expect(page.text).toContain('A copy is set aside for 1 hour from now on.');
  expect(await hoursOf(title)).toBe(1);
  expect((await operator.get(`/operator/v1${address}`)).body).toMatchObject({ pickupHours: 1 });
  const viewer = await ConsoleClient.signIn(library, 'vera', ['viewer']);
  expect((await viewer.get(`/console${address}`)).text).toContain('A copy is set aside for 1 hour.');
  await staff.submit(`/console${address}/pickup`, { pickupHours: '' });
  expect(await hoursOf(title)).toBe(72);
  for (const pickupHours of [0, -1, 1.5, 8_761, 1e21, '٢٤', 'soon', [24], true])
    expect((await operator.post(`/operator/v1${address}/pickup`, { pickupHours } as never)).status).toBe(400);
  expectOk(await operator.post(`/operator/v1${address}/pickup`, { pickupHours: 8_760 }));
  expect(await hoursOf(title)).toBe(8_760);
});

test('copies that a record brings are set aside for as long as the same record says', async () => {
  const title = await library.addTitle(0);
  const [patron] = await library.fillQueue(title, 1);
  await owned(title, { copiesOwned: 1, pickupHours: 24 });
  const { holdExpires } = (await patron.find(title)).body as { holdExpires: string };
  const hours = (Date.parse(holdExpires) - (await serviceTime(library.service)).getTime()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
});

test('estimates follow the hours that staff set', async () => {
  const title = await library.addTitle(0);
  await library.fillQueue(title, 1);
  const { database } = library.service;
  const queue = { websiteId: library.websiteId, reserveId: title.reserveId };
  await database.run(
    statement(
      '',
      `UPDATE title_queue SET changed_at = service_now() - interval '2 hours', waits_made_at = service_now() - interval '1 hour'
       WHERE website_id = $1 AND reserve_id = $2`,
    ),
    [queue.websiteId, queue.reserveId],
  );
  const now = await serviceTime(library.service);
  const find = (): Promise<readonly object[]> =>
    findQueuesToForecast(database, new Date(now.getTime() - 3_600_000), new Date(now.getTime() + 120_000));
  expect(await find()).not.toContainEqual(queue);
  expectOk(
    await operator.post(`/operator/v1/libraries/${queue.websiteId}/queues/${queue.reserveId}/pickup`, {
      pickupHours: 24,
    }),
  );
  expect(await find()).toContainEqual(queue);
});
