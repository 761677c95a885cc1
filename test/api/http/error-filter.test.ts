import {
  BadRequestException,
  ConflictException,
  Controller,
  ForbiddenException,
  Get,
  HttpException,
  Module,
  Param,
  PayloadTooLargeException,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AddressInfo } from 'node:net';
import { HttpModule } from '../../../src/http/http.module.js';
import { readConfig } from '../../../src/platform/settings/config.js';
import { ConfigModule } from '../../../src/platform/settings/config.module.js';
import { Database } from '../../../src/platform/database/database.js';
import { DatabaseModule } from '../../../src/platform/database/database.module.js';
import { identifyRequest } from '../../../src/platform/observability/request-id.js';
import { MetricsModule } from '../../../src/platform/observability/metrics.module.js';

type Thrown = readonly [kind: string, exception: () => HttpException, status: number, errorCode: string];

/** Exceptions that the framework, or a package under it, may throw: each gets the code of its status. */
const THROWN: readonly Thrown[] = [
  ['bad-request', () => new BadRequestException('Unexpected field'), 400, 'InvalidRequestBody'],
  ['too-large', () => new PayloadTooLargeException(), 413, 'PayloadTooLarge'],
  ['method-not-allowed', () => new HttpException('No', 405), 405, 'MethodNotAllowed'],
  ['timeout', () => new HttpException('Late', 408), 408, 'RequestTimeout'],
  ['too-many', () => new HttpException('Slow down', 429), 429, 'TooManyRequests'],
  ['unsupported', () => new HttpException('What', 415), 415, 'UnsupportedMediaType'],
  ['unauthorized', () => new HttpException('Who', 401), 401, 'Unauthorized'],
  ['forbidden', () => new ForbiddenException(), 401, 'Unauthorized'],
  ['conflict', () => new ConflictException(), 400, 'InvalidRequestBody'],
  ['teapot', () => new HttpException('Tea', 418), 400, 'InvalidRequestBody'],
  ['bad-gateway', () => new HttpException('Behind', 502), 500, 'InternalServerError'],
];

@Controller('thrown')
class ThrowingController {
  @Get(':kind')
  read(@Param('kind') kind: string): never {
    throw THROWN.find(([each]) => each === kind)![1]();
  }
}

const DATABASE_URL = 'postgres://nowhere';

@Module({
  imports: [
    ConfigModule.of(readConfig({ DATABASE_URL })),
    DatabaseModule.of(new Database({ url: DATABASE_URL, poolSize: 2 })),
    HttpModule,
    MetricsModule,
  ],
  controllers: [ThrowingController],
})
class ThrowingModule {}

let app: NestExpressApplication;
let url: string;
beforeAll(async () => {
  app = await NestFactory.create<NestExpressApplication>(ThrowingModule, { logger: false });
  app.use(identifyRequest);
  await app.listen(0, '127.0.0.1');
  url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
});
afterAll(() => app.close());

test.each(THROWN)('the framework’s exception %s is answered as the contract says', async (kind, ...rest) => {
  const [, status, errorCode] = rest;
  const response = await fetch(`${url}/thrown/${kind}`);
  expect([response.status, await response.json()]).toMatchObject([
    status,
    { errorCode, message: expect.not.stringContaining('percent sign') },
  ]);
  const challenge = status === 401 ? 'Bearer realm="holdfast"' : null;
  expect(response.headers.get('www-authenticate')).toBe(challenge);
});

test('an address that cannot be decoded is called that', async () => {
  expect(await (await fetch(`${url}/thrown/%zz`)).json()).toMatchObject({
    errorCode: 'InvalidFieldValue',
    message: expect.stringContaining('percent sign'),
  });
});
