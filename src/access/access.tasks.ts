import { Injectable } from '@nestjs/common';
import type { Connection } from '../platform/database/statement.js';
import { PeriodicTask } from '../platform/jobs/task.decorators.js';
import { purgeRefusedSignIns } from './ils/refused-sign-ins.store.js';
import { purgeAttempts, purgeFailedSignIns } from './sign-in/sign-in-attempts.store.js';
import { purgeExpiredTokens } from './tokens/tokens.store.js';

@Injectable()
export class AccessTasks {
  @PeriodicTask('expired-tokens')
  purgeTokens(connection: Connection): Promise<number> {
    return purgeExpiredTokens(connection);
  }

  @PeriodicTask('pin-attempts')
  purgePinAttempts(connection: Connection): Promise<number> {
    return purgeAttempts(connection);
  }

  @PeriodicTask('failed-sign-ins')
  purgeSignIns(connection: Connection): Promise<number> {
    return purgeFailedSignIns(connection);
  }

  @PeriodicTask('refused-sign-ins')
  purgeRefused(connection: Connection): Promise<number> {
    return purgeRefusedSignIns(connection);
  }
}
