import { eventually, HOUR } from '../../../support/clock.js';
import { conditionIn } from '../../../support/conditions.js';
import { smallLibrary } from '../../../support/records.js';
import { WorkerDeployment } from '../../support/servers/worker-deployment.js';

test('a move of the clock wakes the timers of another process at once', async () => {
  const deployment = await WorkerDeployment.start(smallLibrary(2, [1]));
  await deployment.addWorker();
  const [[first], [second]] = [await deployment.signIn(1), await deployment.signIn(2)];
  const hold = '/v1/patrons/me/holds/1';
  for (const client of [first!, second!])
    expect((await client.post('/v1/patrons/me/holds', { id: 1, ignoreHoldEmail: true })).status).toBe(201);
  await deployment.clock.advance(72 * HOUR);
  // Without the wake-up the worker would check again after a minute, which is longer than this waits.
  await eventually(async () => expect(conditionIn(await second!.get(hold))).toBe('ready'), 45_000);
  await deployment.close();
});
