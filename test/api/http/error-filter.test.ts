import {
  BadRequestException,
  ConflictException,
  Controller,
  ForbiddenException,
  Get,
  HttpException,
  PayloadTooLargeException,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AddressInfo } from 'node:net';
import { Module } from '@nestjs/common';
import { HttpModule } from '../../../src/http/http.module.js';
import { readConfig } from '../../../src/platform/settings/config.js';
import { ConfigModule } from '../../../src/platform/settings/config.module.js';
import { Database } from '../../../src/platform/database/database.js';
import { DatabaseModule } from '../../../src/platform/database/database.module.js';
import { identifyRequest } from '../../../src/platform/observability/request-id.js';
import { MetricsModule } from '../../../src/platform/observability/metrics.module.js';

/** Exceptions that the framework, or a package under it, may throw: each gets the code of its status. */
const THROWN: Readonly<Record<string, () => HttpException>> = {
  'bad-request': () => new BadRequestException('Unexpected field'),
  'too-large': () => new PayloadTooLargeException(),
  'method-not-allowed': () => new HttpException('No', 405),
  timeout: () => new HttpException('Late', 408),
  'too-many': () => new HttpException('Slow down', 429),
  unsupported: () => new HttpException('What', 415),
  unauthorized: () => new HttpException('Who', 401),
  forbidden: () => new ForbiddenException(),
  conflict: () => new ConflictException(),
  teapot: () => new HttpException('Tea', 418),
  'bad-gateway': () => new HttpException('Behind', 502),
};

@Controller('thrown')
class ThrowingController {
  @Get(':kind')
  read(): never {
    throw new Error('overridden below');
  }
}
for (const kind of Object.keys(THROWN)) {
  const handler = (): never => {
    throw (THROWN[kind] as () => HttpException)();
  };
  const name = `throw-${kind}`;
  Object.defineProperty(ThrowingController.prototype, name, {
    value: handler,
    writable: true,
    configurable: true,
    enumerable: false,
  });
  const descriptor = Object.getOwnPropertyDescriptor(ThrowingController.prototype, name)!;
  Get(`now/${kind}`)(ThrowingController.prototype, name, descriptor);
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

async function ask(path: string): Promise<{ status: number; errorCode: string; headers: Headers }> {
  const response = await fetch(`${url}${path}`);
  const { errorCode } = (await response.json()) as { errorCode: string };
  return { status: response.status, errorCode, headers: response.headers };
}

test.each([
  ['bad-request', 400, 'InvalidRequestBody'],
  ['too-large', 413, 'PayloadTooLarge'],
  ['method-not-allowed', 405, 'MethodNotAllowed'],
  ['timeout', 408, 'RequestTimeout'],
  ['too-many', 429, 'TooManyRequests'],
  ['unsupported', 415, 'UnsupportedMediaType'],
  ['unauthorized', 401, 'Unauthorized'],
  ['forbidden', 401, 'Unauthorized'],
  ['conflict', 400, 'InvalidRequestBody'],
  ['teapot', 400, 'InvalidRequestBody'],
  ['bad-gateway', 500, 'InternalServerError'],
])('the framework exception %s is answered %i %s', async (kind, status, errorCode) => {
  const answer = await ask(`/thrown/now/${kind}`);
  expect([answer.status, answer.errorCode]).toEqual([status, errorCode]);
});

test('a 401 of the framework has the challenge', async () => {
  expect((await ask('/thrown/now/unauthorized')).headers.get('www-authenticate')).toBe(
    'Bearer realm="holdfast"',
  );
});

test('only an address that cannot be decoded is called that', async () => {
  const bad = await (await fetch(`${url}/thrown/%zz`)).json();
  expect(bad).toMatchObject({
    errorCode: 'InvalidFieldValue',
    message: expect.stringContaining('percent sign'),
  });
  const other = await (await fetch(`${url}/thrown/now/bad-request`)).json();
  expect(other).toMatchObject({ message: expect.not.stringContaining('percent sign') });
});
