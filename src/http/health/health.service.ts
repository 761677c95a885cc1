import { Injectable } from '@nestjs/common';
import { Refusal } from '../../domain/errors.js';
import { Database } from '../../platform/database/database.js';
import { DatabaseUnavailable } from '../../platform/database/failures.js';

@Injectable()
export class HealthService {
  private isStopping = false;

  constructor(private readonly database: Database) {}

  /** Makes the process not ready, so that balancers send requests elsewhere. */
  beginToStop(): void {
    this.isStopping = true;
  }

  /**
   * @throws DatabaseUnavailable if the database does not answer
   * @throws Refusal `ServiceUnavailable` if the process is stopping
   */
  async requireReady(): Promise<void> {
    if (this.isStopping) throw new Refusal('ServiceUnavailable', 'The process is stopping.');
    try {
      await this.database.ping();
    } catch (error) {
      throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error);
    }
  }
}
