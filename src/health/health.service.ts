import { Injectable } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { Refusal } from '../domain/errors.js';
import { Database } from '../platform/database/database.js';

@Injectable()
export class HealthService {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly database: Database,
  ) {}

  /** @throws Refusal `ServiceUnavailable` if the database does not answer */
  async requireReady(): Promise<void> {
    try {
      await this.health.check([() => this.databaseAnswers()]);
    } catch {
      throw new Refusal('ServiceUnavailable', 'The database does not answer.');
    }
  }

  private async databaseAnswers(): Promise<{ database: { status: 'up' | 'down' } }> {
    await this.database.ping();
    return this.indicators.check('database').up();
  }
}
