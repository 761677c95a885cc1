import { Injectable } from '@nestjs/common';
import type { Connection } from '../../platform/database/statement.js';
import { PeriodicTask } from '../../platform/jobs/task.decorators.js';
import { purgeAnswers } from './idempotency.store.js';

@Injectable()
export class IdempotencyTasks {
  @PeriodicTask('answers')
  purgeAnswers(connection: Connection): Promise<number> {
    return purgeAnswers(connection);
  }
}
