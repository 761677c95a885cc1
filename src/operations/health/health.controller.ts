import { Controller, Get, HttpCode, HttpStatus, Res } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import type { Response } from 'express';
import { Refusal } from '../../domain/errors.js';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/metrics.js';

/** What a balancer and an operator ask of a process. Open to all, and silent about anyone. */
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly database: Database,
    private readonly metrics: Metrics,
  ) {}

  /** The process runs. True also while the database is away: restarting this process would not bring it back. */
  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The process can do its work. */
  @Get('health/ready')
  async ready(): Promise<{ status: 'ok' }> {
    try {
      await this.health.check([() => this.databaseAnswers()]);
    } catch {
      throw new Refusal('ServiceUnavailable', 'The database does not answer.');
    }
    return { status: 'ok' };
  }

  @Get('metrics')
  @HttpCode(HttpStatus.OK)
  async read(@Res() response: Response): Promise<void> {
    const { registry } = this.metrics;
    response.type(registry.contentType).send(await registry.metrics());
  }

  private async databaseAnswers(): Promise<{ database: { status: 'up' | 'down' } }> {
    await this.database.ping();
    return this.indicators.check('database').up();
  }
}
