import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { AllowAnyone } from '../../../../src/staff/permissions/allow.decorator.js';
import { StaffRoutes } from '../../../../src/staff/permissions/staff-routes.js';

@Controller('operator/v1/fines')
class FinesController {
  @Get()
  list(): string[] {
    return [];
  }
}

@Module({ imports: [DiscoveryModule], controllers: [FinesController], providers: [StaffRoutes] })
class FinesModule {}

@Controller('operator/v1/fees')
@AllowAnyone()
class FeesController {
  @Get()
  @AllowAnyone()
  list(): string[] {
    return [];
  }
}

@Module({ imports: [DiscoveryModule], controllers: [FeesController], providers: [StaffRoutes] })
class FeesModule {}

test.each([
  [FinesModule, 'FinesController.list does not say whom it lets in: give it @Allow().'],
  [FeesModule, 'FeesController.list says twice whom it lets in: its controller says it, too.'],
])(
  'no process starts with a route of staff that does not say once whom it lets in',
  async (module, problem) => {
    const app = await NestFactory.create(module, { logger: false, abortOnError: false });
    await expect(app.init()).rejects.toThrow(problem);
  },
);
