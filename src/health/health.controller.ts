import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Metrics } from '../platform/observability/metrics.js';
import type { HealthRecord } from './health.representation.js';
import { HealthService } from './health.service.js';

/** Health and metrics for load balancers and operators. They need no token and contain no personal data. */
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthService,
    private readonly metrics: Metrics,
  ) {}

  /** The process runs. Also ok while the database is down, because restarting this process would not help. */
  @Get('health/live')
  live(): HealthRecord {
    return { status: 'ok' };
  }

  /** The process can handle requests or jobs: the database answers, and the process is not stopping. */
  @Get('health/ready')
  async ready(): Promise<HealthRecord> {
    await this.health.requireReady();
    return { status: 'ok' };
  }

  @Get('metrics')
  async read(@Res() response: Response): Promise<void> {
    const { mediaType, content, etag } = await this.metrics.render();
    response.type(mediaType).set('ETag', etag).send(content);
  }
}
