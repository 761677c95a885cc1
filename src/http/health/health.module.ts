import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthPort } from './health-port.js';
import { HealthService } from './health.service.js';

@Module({
  controllers: [HealthController],
  providers: [HealthPort, HealthService],
})
export class HealthModule implements NestModule {
  constructor(private readonly port: HealthPort) {}

  configure(consumer: MiddlewareConsumer): void {
    if (this.port.isSeparate) consumer.apply(this.port.keepApart).forRoutes('/');
  }
}
