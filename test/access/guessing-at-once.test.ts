import type { Answer } from '../support/client.js';
import { patron } from '../support/records.js';
import { type Deployment, startDeployment } from '../support/processes.js';
import { expectOAuthRefusal } from './oauth-answers.js';
import { type Cardholder, CITY, OAuthClient, records, setPinCheaply } from './town.js';

/** Two real processes on one database: what counts the attempts cannot be in either. */
let deployment: Deployment;
let clients: OAuthClient[];
beforeAll(async () => {
  // Few connections each: those beyond the first few would all have to be opened at once, for which there is little time.
  deployment = await startDeployment(records(), { settings: { ROLE: 'api', POOL_SIZE: '4' } });
  clients = deployment.processes.map(({ url }) => new OAuthClient(url));
});
afterAll(() => deployment.close());

let lastPatron = 0;
async function cardholder(): Promise<Cardholder> {
  const patronId = ++lastPatron;
  const card = { websiteId: CITY, patronId, cardNumber: `card ${patronId}` };
  await deployment.import(patron(patronId, card));
  await setPinCheaply(deployment.database, patronId, '2468');
  return { ...card, pin: '2468' };
}

/** So many sign-ins at once, by turns at each process. */
function atOnce(number: number, holder: Cardholder, pin: (index: number) => string): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: number }, (_, index) => {
      const client = clients[index % clients.length];
      if (client === undefined) throw new Error('There is no process.');
      return client.signIn(holder, { password: pin(index) });
    }),
  );
}

function count(answers: readonly Answer[], words: string): number {
  return answers.filter(({ text }) => text.includes(words)).length;
}

test.each([1, 2, 3, 4, 5])('of thirty wrong PINs at once ten are looked at (round %i)', async () => {
  const holder = await cardholder();
  const answers = await atOnce(30, holder, (index) => `wrong ${index}`);
  for (const answer of answers) expectOAuthRefusal(answer, 'invalid_grant');
  expect([count(answers, 'is wrong'), count(answers, 'Too many')]).toEqual([10, 20]);
  const [right] = await atOnce(1, holder, () => holder.pin);
  expect(right?.text).toContain('Too many');
});

test('of thirty PINs at once the right one among the last is looked at only if it is one of ten', async () => {
  for (let round = 0; round < 5; round++) {
    const holder = await cardholder();
    const answers = await atOnce(30, holder, (index) => (index === 29 ? holder.pin : `wrong ${index}`));
    const isIn = answers[29]?.status === 200;
    // The right one starts the count anew.
    expect(count(answers, 'is wrong')).toBeLessThanOrEqual(isIn ? 20 : 10);
    expect(count(answers, 'Too many') > 0).toBe(true);
  }
});

test('who signs in rightly thirty times at once is let in each time', async () => {
  const holder = await cardholder();
  const answers = await atOnce(30, holder, () => holder.pin);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(30);
});

test('a crowd that signs in at once with a card each is let in', async () => {
  const holders: Cardholder[] = [];
  for (let i = 0; i < 20; i++) holders.push(await cardholder());
  const answers = await Promise.all(holders.map((holder) => atOnce(1, holder, () => holder.pin)));
  for (const [answer] of answers) expect(answer?.status).toBe(200);
});
