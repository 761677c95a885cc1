import { saveClientToken, saveToken, newToken } from '../../../../src/access/tokens/tokens.store.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { expectRefusal } from '../../../support/answers.js';
import { type Answer, PatronClient } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { PATRON_ROUTES } from '../../../support/requests/routes.js';
import { expectOAuthRefusal, expectToken } from '../../../support/access/oauth/oauth-answers.js';
import {
  PIN_LIBRARY,
  OTHER_LIBRARY,
  SignInLibraries,
} from '../../../support/access/sign-in/sign-in-libraries.js';
import {
  basic,
  CLIENTS_SCOPE,
  DISCOVERY,
  formOf,
  type FormValues,
  OAuthClient,
  tokenIn,
} from '../../../support/requests/oauth-client.js';

const DELETE_PATRON = statement('test-delete-patron', 'DELETE FROM patron_directory WHERE patron_id = $1');
const DELETE_CLIENT = statement('test-delete-client', "DELETE FROM client WHERE client_id = 'doomed'");
const WAITING = statement(
  'test-waiting',
  `SELECT count(*)::int AS number FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
);

let libraries: SignInLibraries;
beforeAll(async () => {
  libraries = await SignInLibraries.open();
});
afterAll(() => libraries.close());

describe('a client’s own token', () => {
  test('is given for its credentials, another each time', async () => {
    const answers = [await libraries.discovery.clientToken(), await libraries.discovery.clientToken()];
    for (const answer of answers) expectToken(answer, CLIENTS_SCOPE);
    expect(tokenIn(answers[0]!)).not.toBe(tokenIn(answers[1]!));
  });

  test('has the same scope whatever is asked for', async () => {
    const form = { grant_type: 'client_credentials', scope: `websiteid:${OTHER_LIBRARY}` };
    expectToken(await libraries.discovery.post('/token', form), CLIENTS_SCOPE);
  });

  test.each(PATRON_ROUTES)('opens no address of a patron: $method $path', async ({ method, path }) => {
    const token = tokenIn(await libraries.discovery.clientToken());
    const answer = await new PatronClient(libraries.service.url, token).send(
      method,
      path.replace('{id}', '1'),
    );
    expectRefusal(answer, 'Unauthorized', 'unknown, expired or revoked');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="holdfast", error="invalid_token"');
  });
});

describe('a client’s credentials', () => {
  const ODD = { clientId: 'client 7 : ü+%', secret: 'pl+us%41 per%cent:colon&ü=' };

  async function importClient(key: typeof ODD): Promise<void> {
    await libraries.service.import({ record: 'client', ...key, websiteIds: [PIN_LIBRARY] });
  }

  test('may hold any characters when they are encoded as OAuth has it', async () => {
    await importClient(ODD);
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
    const key = { clientId: `as it is, ${name}`, secret };
    await importClient(key);
    expectToken(await new OAuthClient(libraries.service.url, key).clientToken(), CLIENTS_SCOPE);
  });

  test.each([
    ['as they are', DISCOVERY],
    ['with any characters', ODD],
  ])('may come in the form, %s', async (_, { clientId, secret }) => {
    await importClient(ODD);
    const post = (path: string, form: FormValues): Promise<Answer> =>
      libraries.discovery.post(
        path,
        { ...form, client_id: clientId, client_secret: secret },
        { authorization: '' },
      );
    expectToken(await post('/token', { grant_type: 'client_credentials' }), CLIENTS_SCOPE);
    const holder = await libraries.addCardholder();
    const token = tokenIn(await post('/patrontoken', formOf(holder)));
    expect((await post('/revoke', { token })).status).toBe(200);
    expectRefusal(await libraries.profile(token), 'Unauthorized');
  });

  test.each(['basic', 'BASIC', 'bAsIc'])('may come by a scheme written %s', async (scheme) => {
    const authorization = basic(DISCOVERY).replace('Basic', scheme);
    const form = { grant_type: 'client_credentials' };
    expectToken(await libraries.discovery.post('/token', form, { authorization }), CLIENTS_SCOPE);
  });

  test('with another’s secret are refused, in the same words as an unknown client', async () => {
    const mixed = new OAuthClient(libraries.service.url, {
      ...DISCOVERY,
      secret: libraries.otherClient.credentials.secret,
    });
    const unknown = new OAuthClient(libraries.service.url, { ...DISCOVERY, clientId: 'nobody' });
    const answers = [await mixed.clientToken(), await unknown.clientToken()];
    for (const answer of answers) expectOAuthRefusal(answer, 'invalid_client', 'unknown');
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  test('count as they are now: a new secret ends the old one, and a new list of libraries counts at once', async () => {
    const key = { clientId: 'changing', secret: 'the-first-secret-there-was' };
    await importClient(key);
    const holder = await libraries.addCardholder();
    await new OAuthClient(libraries.service.url, key).tokenOf(holder);
    const changed = { ...key, secret: 'the-second-secret-there-was' };
    await libraries.service.import({ record: 'client', ...changed, websiteIds: [OTHER_LIBRARY] });
    expectOAuthRefusal(await new OAuthClient(libraries.service.url, key).clientToken(), 'invalid_client');
    const answer = await new OAuthClient(libraries.service.url, changed).signIn(holder);
    expectOAuthRefusal(answer, 'invalid_scope');
  });

  test('of a deleted client are refused', async () => {
    const key = { clientId: 'passing', secret: 'secret-of-the-passing-one' };
    await importClient(key);
    const client = new OAuthClient(libraries.service.url, key);
    const holder = await libraries.addCardholder();
    const patronToken = await client.tokenOf(holder);
    await client.clientToken();
    await libraries.service.import({ record: 'client', clientId: key.clientId, delete: true });
    expectOAuthRefusal(await client.clientToken(), 'invalid_client');
    expect(
      await libraries.service.database.prisma.accessToken.count({ where: { clientId: key.clientId } }),
    ).toBe(0);
    // A patron stays signed in until the token's end.
    expect((await libraries.profile(patronToken)).status).toBe(200);
  });
});

describe('a token', () => {
  test('is not kept for a patron or a client that is not there', async () => {
    const { database } = libraries.service;
    expect(await saveToken(database, newToken(), 999_999, 60)).toBe(false);
    expect(await saveClientToken(database, newToken(), 'nobody', 60)).toBe(false);
  });

  test('is not kept for whom is being deleted at that moment, and nobody is told of a fault', async () => {
    const { database } = libraries.service;
    const { patronId } = await libraries.addCardholder();
    await libraries.service.import({
      record: 'client',
      clientId: 'doomed',
      secret: 'x'.repeat(16),
      websiteIds: [PIN_LIBRARY],
    });
    let kept: Promise<boolean>[] = [];
    await database.transaction(async (connection) => {
      await connection.run(DELETE_PATRON, [patronId]);
      await connection.run(DELETE_CLIENT);
      kept = [
        saveToken(database, newToken(), patronId, 60),
        saveClientToken(database, newToken(), 'doomed', 60),
      ];
      await eventually(async () => expect(await database.run(WAITING)).toEqual([{ number: 2 }]));
    });
    expect(await Promise.all(kept)).toEqual([false, false]);
  });

  test('of a deleted patron is refused, and the card too', async () => {
    const holder = await libraries.addCardholder();
    const token = await libraries.discovery.tokenOf(holder);
    const { websiteId, patronId } = holder;
    await libraries.service.import({ record: 'patron', websiteId, patronId, delete: true });
    expectRefusal(await libraries.profile(token), 'Unauthorized');
    expectOAuthRefusal(await libraries.discovery.signIn(holder), 'unauthorized_client', 'card or the PIN');
  });

  test('stays good when the patron gets another card, and ends with another PIN', async () => {
    const holder = await libraries.addCardholder();
    const token = await libraries.discovery.tokenOf(holder);
    const { patronId, websiteId } = holder;
    const renewed = { record: 'patron', websiteId, patronId, category: 'adult', cardNumber: 'another card' };
    await libraries.service.import({ ...renewed, pin: '2468' });
    expect((await libraries.profile(token)).body.patronId).toBe(patronId);
    await libraries.service.import({ ...renewed, pin: '8642' });
    expectRefusal(await libraries.profile(token), 'Unauthorized');
    expectOAuthRefusal(await libraries.discovery.signIn(holder), 'unauthorized_client');
  });
});
