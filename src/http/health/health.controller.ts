import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Operation, Tag } from '../openapi/operation.decorator.js';
import { Metrics } from '../../platform/observability/metrics.js';
import type { HealthRecord } from './health.representation.js';
import { HealthService } from './health.service.js';

/** Health and metrics for load balancers and operators. They need no token and contain no personal data. */
@Tag('Process')
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthService,
    private readonly metrics: Metrics,
  ) {}

  /**
   * See whether the process runs.
   * @remarks Also 200 while the database is down. If `METRICS_PORT` is set, only that port has it.
   */
  // Restarting this process would not help a database that is down.
  @Get('health/live')
  @Operation('isAlive')
  live(): HealthRecord {
    return { status: 'ok' };
  }

  /**
   * See whether the process can do its work.
   * @remarks 503 while the database does not answer, and once the process is stopping. If `METRICS_PORT` is set, only that port
   * has it.
   */
  @Get('health/ready')
  @Operation('isReady')
  async ready(): Promise<HealthRecord> {
    await this.health.requireReady();
    return { status: 'ok' };
  }

  /** Read the metrics of the process. @remarks At most a second old. If `METRICS_PORT` is set, only that port has it. */
  @Get('metrics')
  @Operation('readMetrics', { mediaTypes: ['text/plain'] })
  async read(@Res() response: Response): Promise<void> {
    const { mediaType, content, etag } = await this.metrics.render();
    response.type(mediaType).set('ETag', etag).send(content);
  }
}
