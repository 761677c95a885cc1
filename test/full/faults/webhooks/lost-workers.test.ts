import { statement } from '../../../../src/platform/database/statement.js';
import { readConfig } from '../../../../src/platform/settings/config.js';
import { WebhookDeliveries } from '../../../../src/events/webhooks/deliveries.service.js';
import { SecretSeal } from '../../../../src/platform/secret-seal.js';
import { mustSucceed } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { TestLibrary } from '../../../support/test-library.js';
import { Receiver } from '../../../support/webhooks/receiver.js';

const SETTINGS = { ROLE: 'all', OPERATOR_TOKEN, OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8,::1' };

/** As if the worker that delivers now had been killed: what it sent may have arrived, and it records nothing. */
const END_DELIVERING_SESSION = statement<{ ended: number }>(
  'test-end-delivering-session',
  `SELECT count(pg_terminate_backend(pid, 60000))::int AS ended FROM pg_stat_activity
   WHERE datname = current_database() AND application_name = 'holdfast-webhooks'
     AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)`,
);

test('two workers, of which some are lost while they deliver, tell everything, in the order of each patron', async () => {
  const receiver = await Receiver.start();
  const library = await TestLibrary.alone({}, SETTINGS);
  const operator = new OperatorClient(library.service.url);
  const webhooks = `/operator/v1/libraries/${library.websiteId}/webhooks`;
  const added = await mustSucceed(operator.post(webhooks, { url: receiver.url }));
  receiver.secret = (added.body as { secret: string }).secret;
  const config = readConfig({ ...SETTINGS, DATABASE_URL: library.service.databaseUrl, LOG_LEVEL: 'silent' });
  const second = new WebhookDeliveries(library.service.database, new SecretSeal(config), config);
  second.start();
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
  });
  await second.stop();
  await library.close();
  await receiver.stop();
});
