import { claimMailOrigin, moveMailOrigin } from '../../../src/notifications/sending/mail-origin.store.js';
import { readConfig } from '../../../src/platform/settings/config.js';
import { statement } from '../../../src/platform/database/statement.js';
import { WebhookDeliveries } from '../../../src/webhooks/deliveries.service.js';
import { ConsoleClient } from '../../support/console/console-client.js';
import { waitUntilPublished } from '../../support/events/event-reader.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { mustSucceed } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { WEBSITE_ID } from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { TestLibrary } from '../../support/test-library.js';
import { Receiver } from '../../support/webhooks/receiver.js';

const WEBHOOKS = `/operator/v1/libraries/${WEBSITE_ID}/webhooks`;
const SETTINGS = { ROLE: 'all', OPERATOR_TOKEN, WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true' };

/** As if the worker that delivers now had been killed: what it sent may have arrived, and it records nothing. */
const END_DELIVERING_SESSION = statement<{ ended: number }>(
  'test-end-delivering-session',
  `SELECT count(pg_terminate_backend(pid, 60000))::int AS ended FROM pg_stat_activity
   WHERE datname = current_database() AND application_name = 'holdfast-webhooks'
     AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)`,
);

/** As if the database had been restored on another server. */
const COPY = statement('test-webhooks-copy', `UPDATE mail_origin SET database_identity = '1/1'`);

/** Of every webhook: what was published is recorded as told, and no worker delivers. */
const FIND_UNDER_WAY = statement(
  'test-webhooks-find-under-way',
  `SELECT FROM webhook w WHERE accepted <> '{}' OR retry_at IS NOT NULL
     OR EXISTS (SELECT FROM event e WHERE e.website_id = w.website_id
                  AND e.position > CASE e.stream WHEN 'patrons' THEN w.patrons_position ELSE w.titles_position END)
   UNION ALL SELECT FROM pg_stat_activity a JOIN pg_locks l USING (pid)
     WHERE a.datname = current_database() AND a.application_name = 'holdfast-webhooks'
       AND l.locktype = 'advisory' AND l.granted`,
);

let library: TestLibrary;
let operator: OperatorClient;
let second: WebhookDeliveries;
const receiver = await Receiver.start();
beforeAll(async () => {
  library = await TestLibrary.alone({}, SETTINGS);
  operator = new OperatorClient(library.service.url);
  const added = await mustSucceed(operator.post(WEBHOOKS, { url: receiver.url }));
  receiver.secret = (added.body as { secret: string }).secret;
  const config = readConfig({ ...SETTINGS, DATABASE_URL: library.service.databaseUrl, LOG_LEVEL: 'silent' });
  second = new WebhookDeliveries(library.service.database, config);
  second.start();
});
afterAll(async () => {
  await second.stop();
  await library.close();
  await receiver.stop();
});

test('two workers, of which some are lost while they deliver, tell everything, in the order of each patron', async () => {
  const title = await library.addTitle(0);
  const patrons = await Promise.all([1, 2, 3].map(() => library.addPatron()));
  for (let lost = 0; lost < 3; lost++) {
    // The second request of the round is still open when its worker is lost.
    let requests = 0;
    receiver.rule = () => (++requests === 2 ? 'hang' : undefined);
    for (const patron of patrons) {
      await mustSucceed(patron.place(title));
      await mustSucceed(patron.suspend(title));
      await mustSucceed(patron.remove(title));
    }
    await eventually(async () => {
      expect(requests).toBeGreaterThanOrEqual(2);
      const [row] = await library.service.database.run(END_DELIVERING_SESSION);
      expect(row?.ended).toBe(1);
    });
  }
  const round = ['hold.placed', 'hold.suspended', 'hold.ended'];
  await eventually(() => {
    for (const { patronId } of patrons) {
      const own = receiver.events.filter(({ subject }) => subject === `patrons/${patronId}`);
      expect(own.map(({ type }) => type)).toEqual([...round, ...round, ...round]);
    }
    return Promise.resolve();
  });
});

test('a restored copy tells nobody until mail is resumed there', async () => {
  const { database } = library.service;
  // What a lost worker had sent and not recorded is sent again, and may be on its way still.
  receiver.rule = () => undefined;
  await eventually(async () => expect(await database.run(FIND_UNDER_WAY)).toEqual([]));
  const requests = receiver.requests;
  await claimMailOrigin(database);
  await database.run(COPY);
  await mustSucceed((await library.addPatron()).place(await library.addTitle(0)));
  await waitUntilPublished(library.service);
  // The workers look once a second, and when events are published.
  for (let look = 0; look < 3; look++) {
    await mustSucceed((await library.addPatron()).place(await library.addTitle(0)));
    await waitUntilPublished(library.service);
  }
  expect(receiver.requests).toBe(requests);
  await moveMailOrigin(database);
  await eventually(() => Promise.resolve(expect(receiver.requests).toBeGreaterThan(requests)));
});

test('staff do the same in the console, where Today shows a receiver that was disabled', async () => {
  const staff = await ConsoleClient.signIn(library);
  const pages = `/console/libraries/${WEBSITE_ID}/webhooks`;
  const own = await Receiver.start();
  try {
    const refused = await staff.submit(pages, { url: 'https://169.254.169.254/', types: '' });
    expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('a public host') });
    const added = await staff.submit(pages, { url: own.url, types: 'hold.placed' });
    own.secret = /whsec_[^<]+/.exec(added.html)?.[0] ?? '';
    const [path = ''] = new RegExp(`${pages}/[0-9a-f-]{36}`).exec(added.html) ?? [];
    expect((await staff.get(path)).text).not.toContain('whsec_');
    expect((await staff.submit(`${path}/test`, {})).text).toContain('The test: 204');
    own.rule = () => 410;
    await mustSucceed((await library.addPatron()).place(await library.addTitle(0)));
    const { host } = new URL(own.url);
    await eventually(async () =>
      expect((await staff.get('/console')).text).toContain(`the webhook to ${host} was disabled`),
    );
    own.rule = () => undefined;
    expect((await staff.submit(`${path}/state`, { state: 'enabled' })).text).toContain('Active');
    await eventually(() =>
      Promise.resolve(expect(own.events.map(({ type }) => type)).toEqual(['webhook.test', 'hold.placed'])),
    );
    expect((await staff.submit(`${path}/removal`, {})).text).toContain('The webhook was removed.');
  } finally {
    await own.stop();
  }
});

test('the webhooks of a library that is removed are removed with it', async () => {
  await library.service.import({ record: 'library', websiteId: 2, name: 'Village' });
  const path = '/operator/v1/libraries/2/webhooks';
  await mustSucceed(operator.post(path, { url: receiver.url }));
  await library.service.import({ record: 'library', websiteId: 2, delete: true });
  expect((await operator.get(path)).status).toBe(404);
  await library.service.import({ record: 'library', websiteId: 2, name: 'Village' });
  expect((await mustSucceed(operator.get(path))).body).toEqual({ webhooks: [] });
});
