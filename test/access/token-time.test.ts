import { expectRefusal } from '../support/answers.js';
import { advanceClock, HOUR, MINUTE } from '../support/clock.js';
import { tokenIn, Town } from './town.js';

let town: Town;
beforeAll(async () => {
  town = await Town.open({ TOKEN_SECONDS: String(2 * HOUR) });
});
afterAll(() => town.close());

test('a deployment may make tokens good for another time', async () => {
  const answer = await town.discovery.signIn(await town.cardholder());
  expect(answer.body.expires_in).toBe(2 * HOUR);
  await advanceClock(town.service, 2 * HOUR - MINUTE);
  expect((await town.profile(tokenIn(answer))).status).toBe(200);
  await advanceClock(town.service, MINUTE);
  expectRefusal(await town.profile(tokenIn(answer)), 'Unauthorized');
});

test('a client’s token is good for the same time', async () => {
  expect((await town.discovery.ownToken()).body.expires_in).toBe(2 * HOUR);
});
