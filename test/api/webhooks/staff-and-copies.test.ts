import { claimMailOrigin, moveMailOrigin } from '../../../src/notifications/sending/mail-origin.store.js';
import { statement } from '../../../src/platform/database/statement.js';
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
const SETTINGS = { ROLE: 'all', OPERATOR_TOKEN, OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8,::1' };

/** As if the database had been restored on another server. */
const COPY = statement('test-webhooks-copy', `UPDATE mail_origin SET database_identity = '1/1'`);

let library: TestLibrary;
let operator: OperatorClient;
const receiver = await Receiver.start();
beforeAll(async () => {
  library = await TestLibrary.alone({}, SETTINGS);
  operator = new OperatorClient(library.service.url);
  const added = await mustSucceed(operator.post(WEBHOOKS, { url: receiver.url }));
  receiver.secret = (added.body as { secret: string }).secret;
});
afterAll(async () => {
  await library.close();
  await receiver.stop();
});

test('a restored copy tells nobody until mail is resumed there', async () => {
  const { database } = library.service;
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
  await eventually(() => expect(receiver.requests).toBeGreaterThan(requests));
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
    expect((await staff.submit(path, { _method: 'PUT', enabled: 'true' })).text).toContain('Active');
    await eventually(() =>
      expect(own.events.map(({ type }) => type)).toEqual(['webhook.test', 'hold.placed']),
    );
    expect((await staff.submit(path, { _method: 'DELETE' })).text).toContain('The webhook was removed.');
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
