import { type Answer, PatronClient } from '../../../../support/client.js';
import { type Cardholder, DISCOVERY, OAuthClient } from '../../../../support/requests/oauth-client.js';
import { type Deployment, startDeployment } from '../../../support/processes.js';
import { emptyLibrary, patron, WEBSITE_ID } from '../../../../support/records.js';
import { expectOAuthRefusal } from '../../../../support/access/oauth/oauth-answers.js';
import { setFastPinHash } from '../../../../support/access/sign-in/sign-in-libraries.js';

/** Two processes on one database: neither can count the attempts alone. */
let deployment: Deployment;
let clients: OAuthClient[];
beforeAll(async () => {
  const records = [...emptyLibrary(WEBSITE_ID), { record: 'client', ...DISCOVERY, websiteIds: [WEBSITE_ID] }];
  // With few connections each: a burst of new connections would take too long.
  deployment = await startDeployment(records, { settings: { ROLE: 'api', POOL_SIZE: '4' } });
  clients = deployment.processes.map(({ url }) => new OAuthClient(url));
});
afterAll(() => deployment.close());

let lastPatron = 0;
async function addCardholder(): Promise<Cardholder> {
  const patronId = ++lastPatron;
  const card = { websiteId: WEBSITE_ID, patronId, cardNumber: `card ${patronId}` };
  await deployment.import(patron(patronId, card));
  await setFastPinHash(deployment.database, patronId, '2468');
  return { ...card, pin: '2468' };
}

/** Concurrent sign-ins, by turns at each process. */
function signInAtOnce(number: number, holder: Cardholder, pin: (index: number) => string): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: number }, (_, index) => {
      const client = clients[index % clients.length];
      if (client === undefined) throw new Error('There is no client.');
      return client.signIn(holder, { password: pin(index) });
    }),
  );
}

function count(answers: readonly Answer[], message: string): number {
  return answers.filter(({ text }) => text.includes(message)).length;
}

test.each([1, 2, 3])('of thirty concurrent wrong PINs the service checks ten (round %i)', async () => {
  const holder = await addCardholder();
  const answers = await signInAtOnce(30, holder, (index) => `wrong ${index}`);
  for (const answer of answers)
    expectOAuthRefusal(answer, answer.text.includes('is wrong') ? 'unauthorized_client' : 'invalid_grant');
  expect([count(answers, 'is wrong'), count(answers, 'Too many')]).toEqual([10, 20]);
  const [right] = await signInAtOnce(1, holder, () => holder.pin);
  expect(right?.text).toContain('Too many');
});

test('of thirty concurrent PINs the service checks the right one only among the first ten', async () => {
  for (let round = 0; round < 5; round++) {
    const holder = await addCardholder();
    const answers = await signInAtOnce(30, holder, (index) => (index === 29 ? holder.pin : `wrong ${index}`));
    const isSignedIn = answers[29]?.status === 200;
    // The right PIN resets the count.
    expect(count(answers, 'is wrong')).toBeLessThanOrEqual(isSignedIn ? 20 : 10);
    expect(count(answers, 'Too many') > 0).toBe(true);
  }
});

test('a token for the earlier PIN does not outlive a change of the PIN, whichever comes first', async () => {
  for (let round = 0; round < 5; round++) {
    const holder = await addCardholder();
    const change = deployment.import(patron(holder.patronId, { ...holder, pin: `new ${round}` }));
    const [answers] = await Promise.all([signInAtOnce(6, holder, () => holder.pin), change]);
    for (const { status, body } of answers)
      if (status === 200)
        expect(
          (await new PatronClient(deployment.processes[0]!.url, body.access_token).get('/v1/patrons/me'))
            .status,
        ).toBe(401);
  }
});
