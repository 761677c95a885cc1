import type { AddressInfo } from 'node:net';
import { Controller, Get, type INestApplication, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../../src/app.module.js';
import { PrincipalGuard } from '../../../src/http/authorization/bearer.guard.js';
import { type Principal, CurrentPrincipal } from '../../../src/http/authorization/principal.decorator.js';
import { readConfig } from '../../../src/platform/settings/config.js';
import { Database } from '../../../src/platform/database/database.js';
import { type Answer, PatronClient } from '../../support/client.js';
import { advanceClock } from '../../support/clock.js';
import { NO_TIMEOUTS } from '../../support/database.js';
import { sendRaw } from '../../support/requests/raw-request.js';
import {
  IdentityProvider,
  newKey,
  signToken,
  type SigningKey,
} from '../../support/access/providers/identity-provider.js';
import { SignInLibraries } from '../../support/access/sign-in/sign-in-libraries.js';
import { tokenIn } from '../../support/requests/oauth-client.js';

/** An address for patrons and clients that tells whom it sees. */
@Controller('principal')
class Mirror {
  @Get()
  @UseGuards(PrincipalGuard)
  tell(@CurrentPrincipal() principal: Principal): Principal {
    return principal;
  }
}

@Module({ controllers: [Mirror] })
class MirrorModule {}

let key: SigningKey;
let provider: IdentityProvider;
let libraries: SignInLibraries;
let app: INestApplication;
let url: string;
beforeAll(async () => {
  key = await newKey('ES256');
  provider = await IdentityProvider.open(key);
  libraries = await SignInLibraries.open();
  const settings = { LOG_LEVEL: 'silent', ROLE: 'api', DATABASE_URL: libraries.service.databaseUrl };
  const config = readConfig({ ...settings, ...provider.settings });
  const database = new Database({ url: libraries.service.databaseUrl, poolSize: 2, ...NO_TIMEOUTS });
  const service = AppModule.of(config, database);
  app = await NestFactory.create(
    { ...service, imports: [...(service.imports ?? []), MirrorModule] },
    { logger: false },
  );
  await app.listen(0, '127.0.0.1');
  url = `http://127.0.0.1:${(app.getHttpServer() as { address(): AddressInfo }).address().port}`;
});
afterAll(async () => {
  await app.close();
  await libraries.close();
  provider.close();
});

/** No description of the service knows the mirror. */
const isNotOurs = (): void => undefined;

function visit(token: string): Promise<Answer> {
  return new PatronClient(url, token, isNotOurs).get('/principal');
}

async function expectRefused(token: string): Promise<void> {
  const answer = await visit(token);
  expect([answer.status, answer.body.errorCode]).toEqual([401, 'Unauthorized']);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="holdfast", error="invalid_token"');
}

test('a client sees the libraries that it serves now, not those when it got its token', async () => {
  const { discovery, otherClient, pinLibrary, noPinLibrary, otherLibrary } = libraries;
  const answer = await visit(tokenIn(await discovery.clientToken()));
  const { clientId } = discovery.credentials;
  expect([answer.status, answer.body]).toEqual([200, { clientId, websiteIds: [pinLibrary, noPinLibrary] }]);
  const token = tokenIn(await otherClient.clientToken());
  for (const websiteIds of [[otherLibrary], [], [otherLibrary]]) {
    await libraries.addClient(otherClient.credentials, ...websiteIds);
    expect((await visit(token)).body).toEqual({ clientId: otherClient.credentials.clientId, websiteIds });
  }
});

test('a patron sees their own library, by a token of either kind', async () => {
  const websiteId = libraries.noPinLibrary;
  const holder = await libraries.addCardholder({ websiteId });
  const seen = { patron: { websiteId, patronId: holder.patronId }, websiteIds: [websiteId] };
  expect((await visit(await libraries.discovery.tokenOf(holder))).body).toEqual(seen);
  expect((await visit(await signToken(key, { patron_id: holder.patronId }))).body).toEqual(seen);
});

test('what is refused elsewhere is refused here: unknown, expired, revoked, and a stranger’s JWT', async () => {
  const holder = await libraries.addCardholder();
  const [expiring, revoked] = [
    tokenIn(await libraries.discovery.clientToken()),
    await libraries.discovery.tokenOf(holder),
  ];
  await libraries.discovery.revoke(revoked);
  await advanceClock(libraries.service, 3600);
  for (const token of ['unknown', expiring, revoked]) await expectRefused(token);
  await expectRefused(await signToken(key, { patron_id: holder.patronId, aud: 'https://other.example.org' }));
});

test('a client’s own token is refused once it is revoked, and when its client is gone', async () => {
  const clientId = 'gone';
  const credentials = { clientId, secret: 'secret-of-one-that-goes' };
  const gone = await libraries.addClient(credentials, libraries.pinLibrary);
  const tokens = [tokenIn(await libraries.discovery.clientToken()), tokenIn(await gone.clientToken())];
  for (const token of tokens) expect((await visit(token)).status).toBe(200);
  await libraries.discovery.revoke(tokens[0] ?? '');
  await libraries.service.import({ record: 'client', clientId, delete: true });
  for (const token of tokens) await expectRefused(token);
});

test('without a token, or with two headers, the answer is as everywhere', async () => {
  const token = tokenIn(await libraries.discovery.clientToken());
  const authorization = ['Authorization', `Bearer ${token}`] as const;
  const ask = (...headers: (typeof authorization)[]): Promise<Answer> =>
    sendRaw(url, { method: 'GET', path: '/principal', headers }, isNotOurs);
  const none = await ask();
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="holdfast"']);
  const twice = await ask(authorization, authorization);
  expect([twice.status, twice.body.errorCode]).toEqual([400, 'InvalidFieldValue']);
});
