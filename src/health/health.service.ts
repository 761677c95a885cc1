import { Injectable } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { Database } from '../platform/database/database.js';
import { DatabaseUnavailable } from '../platform/database/failures.js';

@Injectable()
export class HealthService {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly database: Database,
  ) {}

  /** @throws DatabaseUnavailable if the database does not answer */
  async requireReady(): Promise<void> {
    try {
      await this.health.check([() => this.databaseAnswers()]);
    } catch (error) {
      throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error);
    }
  }

  private async databaseAnswers(): Promise<{ database: { status: 'up' | 'down' } }> {
    await this.database.ping();
    return this.indicators.check('database').up();
  }
}
