import { expectRefusal } from '../../../support/answers.js';
import { advanceClock, HOUR, MINUTE } from '../../../support/clock.js';
import { tokenIn } from '../../../support/requests/oauth-client.js';
import { SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';

let libraries: SignInLibraries;
beforeAll(async () => {
  libraries = await SignInLibraries.open({ TOKEN_SECONDS: String(2 * HOUR) });
});
afterAll(() => libraries.close());

test('TOKEN_SECONDS sets how long a patron’s token is valid', async () => {
  const answer = await libraries.discovery.signIn(await libraries.addCardholder());
  expect(answer.body.expires_in).toBe(2 * HOUR);
  await advanceClock(libraries.service, 2 * HOUR - MINUTE);
  expect((await libraries.profile(tokenIn(answer))).status).toBe(200);
  await advanceClock(libraries.service, MINUTE);
  expectRefusal(await libraries.profile(tokenIn(answer)), 'Unauthorized');
});

test('a client’s token is valid for the same time', async () => {
  expect((await libraries.discovery.clientToken()).body.expires_in).toBe(2 * HOUR);
});
