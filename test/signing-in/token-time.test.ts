import { expectRefusal } from '../support/answers.js';
import { advanceClock } from '../support/clock.js';
import { tokenIn, Town } from './town.js';

let town: Town;
beforeAll(async () => {
  town = await Town.open({ TOKEN_SECONDS: '120' });
});
afterAll(() => town.close());

test('a deployment may make tokens good for another time', async () => {
  const answer = await town.discovery.signIn(await town.cardholder());
  expect(answer.body.expires_in).toBe(120);
  await advanceClock(town.service, 119);
  expect((await town.profile(tokenIn(answer))).status).toBe(200);
  await advanceClock(town.service, 1);
  expectRefusal(await town.profile(tokenIn(answer)), 'Unauthorized');
});

test('a client’s token is good for the same time', async () => {
  expect((await town.discovery.ownToken()).body.expires_in).toBe(120);
});
