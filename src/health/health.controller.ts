import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Metrics } from '../platform/metrics.js';
import type { HealthRecord } from './health.representation.js';
import { HealthService } from './health.service.js';

/** What a balancer and an operator ask of a process. Open to all, and silent about anyone. */
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthService,
    private readonly metrics: Metrics,
  ) {}

  /** The process runs. True also while the database is away: restarting this process would not bring it back. */
  @Get('health/live')
  live(): HealthRecord {
    return { status: 'ok' };
  }

  /** The process can do its work. */
  @Get('health/ready')
  async ready(): Promise<HealthRecord> {
    await this.health.requireReady();
    return { status: 'ok' };
  }

  @Get('metrics')
  async read(@Res() response: Response): Promise<void> {
    const { registry } = this.metrics;
    response.type(registry.contentType).send(await registry.metrics());
  }
}
