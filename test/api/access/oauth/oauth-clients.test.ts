import { saveClientToken, saveToken, newSecret } from '../../../../src/access/tokens/tokens.store.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { expectRefusal } from '../../../support/answers.js';
import type { Answer } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { statementsWaitingForLocks } from '../../../support/stored/database-sessions.js';
import { expectOAuthRefusal, expectToken } from '../../../support/access/oauth/oauth-answers.js';
import { SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';
import {
  basic,
  CLIENTS_SCOPE,
  type ClientCredentials,
  formOf,
  type FormValues,
  OAuthClient,
  tokenIn,
} from '../../../support/requests/oauth-client.js';

const DELETE_PATRON = statement('test-delete-patron', 'DELETE FROM patron_directory WHERE patron_id = $1');
const DELETE_CLIENT = statement('test-delete-client', 'DELETE FROM client WHERE client_id = $1');

let libraries: SignInLibraries;
let discovery: OAuthClient;
beforeAll(async () => {
  libraries = await SignInLibraries.open();
  ({ discovery } = libraries);
});

const CLIENT_GRANT = { grant_type: 'client_credentials' };

test('a client’s own token is another each time, with the same scope whatever is asked for', async () => {
  const scope = `websiteid:${libraries.otherLibrary}`;
  const answers = [await discovery.clientToken(), await discovery.post('/token', { ...CLIENT_GRANT, scope })];
  for (const answer of answers) expectToken(answer, CLIENTS_SCOPE);
  expect(tokenIn(answers[0]!)).not.toBe(tokenIn(answers[1]!));
});

describe('a client’s credentials', () => {
  const ODD = { clientId: 'client 7 : ü+%', secret: 'pl+us%41 per%cent:colon&ü=' };

  test('may hold any characters when they are encoded as OAuth has it', async () => {
    await libraries.addClient(ODD, libraries.pinLibrary);
    const encoded = {
      clientId: new URLSearchParams({ '': ODD.clientId }).toString().slice(1),
      secret: new URLSearchParams({ '': ODD.secret }).toString().slice(1),
    };
    expectToken(await new OAuthClient(libraries.service.url, encoded).clientToken(), CLIENTS_SCOPE);
  });

  test.each([
    ['a plus', 'secret+with+a+plus+in+it=='],
    ['a percent sign', 'secret%with%41%escapes'],
    ['a slash', 'secret/with/slashes/in/it'],
    ['a colon', 'secret:with:colons:in:it'],
    ['a space', 'secret with spaces in it'],
    ['accents', 'Geheimnis für Zürich'],
  ])('with %s work as most clients send them, without encoding', async (name, secret) => {
    const client = await libraries.addClient({ clientId: `as it is, ${name}`, secret }, libraries.pinLibrary);
    expectToken(await client.clientToken(), CLIENTS_SCOPE);
  });

  test('may come in the form, with any characters', async () => {
    await libraries.addClient(ODD, libraries.pinLibrary);
    const credentials = { client_id: ODD.clientId, client_secret: ODD.secret };
    const post = (path: string, form: FormValues): Promise<Answer> =>
      discovery.post(path, { ...form, ...credentials }, { authorization: '' });
    expectToken(await post('/token', CLIENT_GRANT), CLIENTS_SCOPE);
    const token = tokenIn(await post('/patrontoken', formOf(await libraries.addCardholder())));
    expect((await post('/revoke', { token })).status).toBe(200);
    expectRefusal(await libraries.profile(token), 'Unauthorized');
  });

  test.each(['basic', 'BASIC', 'bAsIc'])('may come by a scheme written %s', async (scheme) => {
    const authorization = basic(discovery.credentials).replace('Basic', scheme);
    expectToken(await discovery.post('/token', CLIENT_GRANT, { authorization }), CLIENTS_SCOPE);
  });

  test('with another’s secret are refused, in the same words as an unknown client', async () => {
    const { secret } = libraries.otherClient.credentials;
    const ask = (changed: Partial<ClientCredentials>): Promise<Answer> =>
      new OAuthClient(libraries.service.url, { ...discovery.credentials, ...changed }).clientToken();
    const [mixed, unknown] = [await ask({ secret }), await ask({ clientId: 'nobody' })];
    expectOAuthRefusal(mixed, 'invalid_client', 'unknown');
    expect([unknown.status, unknown.text]).toEqual([400, mixed.text]);
  });

  test('count as they are now: a new secret ends the old one, and a new list of libraries counts at once', async () => {
    const clientId = 'changing';
    const secret = 'the-first-secret-there-was';
    const old = await libraries.addClient({ clientId, secret }, libraries.pinLibrary);
    const holder = await libraries.addCardholder();
    await old.tokenOf(holder);
    const second = { clientId, secret: 'the-second-secret-there-was' };
    const changed = await libraries.addClient(second, libraries.otherLibrary);
    expectOAuthRefusal(await old.clientToken(), 'invalid_client');
    expectOAuthRefusal(await changed.signIn(holder), 'invalid_scope');
  });

  test('of a deleted client are refused, and its patrons stay signed in', async () => {
    const clientId = 'passing';
    const credentials = { clientId, secret: 'secret-of-the-passing-one' };
    const client = await libraries.addClient(credentials, libraries.pinLibrary);
    const patronToken = await client.tokenOf(await libraries.addCardholder());
    await client.clientToken();
    await libraries.service.import({ record: 'client', clientId, delete: true });
    expectOAuthRefusal(await client.clientToken(), 'invalid_client');
    const { prisma } = libraries.service.database;
    expect(await prisma.accessToken.count({ where: { clientId } })).toBe(0);
    expect((await libraries.profile(patronToken)).status).toBe(200);
  });
});

describe('a token', () => {
  test('is not kept for a patron or a client that is not there', async () => {
    const { database } = libraries.service;
    expect(await saveToken(database, newSecret(), 999_999, 60)).toBe(false);
    expect(await saveClientToken(database, newSecret(), 'nobody', 60)).toBe(false);
  });

  test('is not kept for whom is being deleted at that moment, and nobody is told of a fault', async () => {
    const { database } = libraries.service;
    const { patronId } = await libraries.addCardholder();
    await libraries.addClient({ clientId: 'doomed', secret: 'x'.repeat(16) }, libraries.pinLibrary);
    let kept: Promise<boolean>[] = [];
    await database.transaction(async (connection) => {
      await connection.run(DELETE_PATRON, [patronId]);
      await connection.run(DELETE_CLIENT, ['doomed']);
      kept = [
        saveToken(database, newSecret(), patronId, 60),
        saveClientToken(database, newSecret(), 'doomed', 60),
      ];
      await eventually(async () => expect(await statementsWaitingForLocks(database)).toHaveLength(2));
    });
    expect(await Promise.all(kept)).toEqual([false, false]);
  });

  test('of a deleted patron is refused, and the card too', async () => {
    const holder = await libraries.addCardholder();
    const token = await discovery.tokenOf(holder);
    const { websiteId, patronId } = holder;
    await libraries.service.import({ record: 'patron', websiteId, patronId, delete: true });
    expectRefusal(await libraries.profile(token), 'Unauthorized');
    expectOAuthRefusal(await discovery.signIn(holder), 'unauthorized_client', 'card or the PIN');
  });

  test('stays good when the patron gets another card, and ends with another PIN', async () => {
    const holder = await libraries.addCardholder();
    const token = await discovery.tokenOf(holder);
    const { patronId, websiteId } = holder;
    const renewed = { record: 'patron', websiteId, patronId, category: 'adult', cardNumber: 'another card' };
    await libraries.service.import({ ...renewed, pin: '2468' });
    expect((await libraries.profile(token)).body.patronId).toBe(patronId);
    await libraries.service.import({ ...renewed, pin: '8642' });
    expectRefusal(await libraries.profile(token), 'Unauthorized');
    expectOAuthRefusal(await discovery.signIn(holder), 'unauthorized_client');
  });
});
