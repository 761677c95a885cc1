import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { StaffRoutes } from '../../../src/staff/permissions/staff-routes.js';
import { PERMISSIONS } from '../../support/requests/staff-routes.js';
import { routesWith } from '../../support/requests/routes.js';

@Controller('operator/v1/fines')
class FinesController {
  @Get()
  list(): string[] {
    return [];
  }
}

@Module({ imports: [DiscoveryModule], controllers: [FinesController], providers: [StaffRoutes] })
class FinesModule {}

const OF_STAFF = /^[A-Z]+ \/(?:operator\/v1|console)(?:\/|$)/;
const OPERATOR_TOKEN = 'an-operator-token-that-is-long-enough';

test('every route of the operator’s endpoints and of the console has a row, and every row a route', async () => {
  const routes = (await routesWith({ OPERATOR_TOKEN, SANDBOX: 'true' })).filter((route) =>
    OF_STAFF.test(route),
  );
  expect([...new Set(routes)].sort()).toEqual(Object.keys(PERMISSIONS).sort());
});

test('they are the same without an operator’s token', async () => {
  const [withToken, without] = [await routesWith({ OPERATOR_TOKEN }), await routesWith()];
  expect(without.filter((route) => OF_STAFF.test(route))).toEqual(
    withToken.filter((route) => OF_STAFF.test(route)),
  );
});

test('no process starts with a route of staff that does not say whom it lets in', async () => {
  const app = await NestFactory.create(FinesModule, { logger: false, abortOnError: false });
  await expect(app.init()).rejects.toThrow(
    'FinesController.list does not say whom it lets in: give it @Allow().',
  );
});
