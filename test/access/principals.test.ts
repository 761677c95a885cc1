import type { AddressInfo } from 'node:net';
import { Controller, Get, type INestApplication, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { PrincipalGuard } from '../../src/http/bearer.guard.js';
import { type Principal, CurrentPrincipal } from '../../src/http/principal.decorator.js';
import { readConfig } from '../../src/platform/config.js';
import { Database } from '../../src/platform/database/database.js';
import { expectRefusal } from '../support/answers.js';
import { type Answer, PatronClient } from '../support/client.js';
import { advanceClock } from '../support/clock.js';
import { PATIENT } from '../support/database.js';
import { sendRaw } from '../support/raw-request.js';
import { IdentityProvider, newKey, signed, type SigningKey } from './identity-provider.js';
import { CITY, DISCOVERY, NEIGHBOUR, NEXT_TOWN, OAuthClient, tokenIn, Town, VILLAGE } from './town.js';

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
let town: Town;
let app: INestApplication;
let url: string;
beforeAll(async () => {
  key = await newKey('ES256');
  provider = await IdentityProvider.open(key);
  town = await Town.open(provider.settings);
  const settings = { LOG_LEVEL: 'silent', ROLE: 'api', DATABASE_URL: town.service.databaseUrl };
  const config = readConfig({ ...settings, ...provider.settings });
  const database = new Database({ url: town.service.databaseUrl, poolSize: 2, ...PATIENT });
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
  await town.close();
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

test('a client sees the libraries that it serves', async () => {
  const answer = await visit(tokenIn(await town.discovery.ownToken()));
  expect([answer.status, answer.body]).toEqual([
    200,
    { clientId: DISCOVERY.clientId, websiteIds: [CITY, VILLAGE] },
  ]);
  expect((await visit(tokenIn(await town.neighbour.ownToken()))).body).toEqual({
    clientId: NEIGHBOUR.clientId,
    websiteIds: [NEXT_TOWN],
  });
});

test('a client sees the libraries that it serves now, not those when it got its token', async () => {
  const token = tokenIn(await town.neighbour.ownToken());
  await town.service.import({ record: 'client', ...NEIGHBOUR, websiteIds: [] });
  expect((await visit(token)).body).toMatchObject({ websiteIds: [] });
  await town.service.import({ record: 'client', ...NEIGHBOUR, websiteIds: [NEXT_TOWN] });
  expect((await visit(token)).body).toMatchObject({ websiteIds: [NEXT_TOWN] });
});

test('a patron sees their own library, by a token of either kind', async () => {
  const holder = await town.cardholder({ websiteId: VILLAGE });
  const seen = { patron: { websiteId: VILLAGE, patronId: holder.patronId }, websiteIds: [VILLAGE] };
  expect((await visit(await town.discovery.tokenOf(holder))).body).toEqual(seen);
  expect((await visit(await signed(key, { patron_id: holder.patronId }))).body).toEqual(seen);
});

test('what is refused elsewhere is refused here: unknown, expired, revoked, and a stranger’s JWT', async () => {
  const holder = await town.cardholder();
  const [expiring, revoked] = [
    tokenIn(await town.discovery.ownToken()),
    await town.discovery.tokenOf(holder),
  ];
  await town.discovery.revoke(revoked);
  await advanceClock(town.service, 3600);
  for (const token of ['unknown', expiring, revoked]) await expectRefused(token);
  await expectRefused(await signed(key, { patron_id: holder.patronId, aud: 'https://other.example.org' }));
});

test('a client’s own token is refused once it is revoked, and when its client is gone', async () => {
  const gone = { clientId: 'gone', secret: 'secret-of-one-that-goes' };
  await town.service.import({ record: 'client', ...gone, websiteIds: [CITY] });
  const tokens = [
    tokenIn(await town.discovery.ownToken()),
    tokenIn(await new OAuthClient(town.service.url, gone).ownToken()),
  ];
  for (const token of tokens) expect((await visit(token)).status).toBe(200);
  await town.discovery.revoke(tokens[0] ?? '');
  await town.service.import({ record: 'client', clientId: gone.clientId, delete: true });
  for (const token of tokens) await expectRefused(token);
});

test('without a token, or with two headers, the answer is as everywhere', async () => {
  const none = await sendRaw(url, { method: 'GET', path: '/principal' }, isNotOurs);
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="holdfast"']);
  const authorization = ['Authorization', `Bearer ${tokenIn(await town.discovery.ownToken())}`] as const;
  const twice = await sendRaw(
    url,
    { method: 'GET', path: '/principal', headers: [authorization, authorization] },
    isNotOurs,
  );
  expect([twice.status, twice.body.errorCode]).toEqual([400, 'InvalidFieldValue']);
});

test('what opens this address opens none of a patron', async () => {
  const token = tokenIn(await town.discovery.ownToken());
  expect((await visit(token)).status).toBe(200);
  expectRefusal(await town.profile(token), 'Unauthorized');
});
