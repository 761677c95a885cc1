import { Injectable } from '@nestjs/common';
import type { Connection } from '../platform/database/statement.js';
import { PeriodicTask } from '../platform/jobs/task.decorators.js';
import { purgeActions } from './actions/action-log.store.js';
import { purgeSessions } from './sign-in/sessions.store.js';

@Injectable()
export class StaffTasks {
  @PeriodicTask('sessions')
  purgeSessions(connection: Connection): Promise<number> {
    return purgeSessions(connection);
  }

  @PeriodicTask('actions')
  purgeActions(connection: Connection): Promise<number> {
    return purgeActions(connection);
  }
}
