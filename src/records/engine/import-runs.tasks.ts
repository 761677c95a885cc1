import { Injectable } from '@nestjs/common';
import type { Connection } from '../../platform/database/statement.js';
import { PeriodicTask } from '../../platform/jobs/task.decorators.js';
import { purgeImportRuns } from './import-runs.store.js';

@Injectable()
export class ImportRunsTasks {
  @PeriodicTask('import-runs')
  purgeRuns(connection: Connection): Promise<number> {
    return purgeImportRuns(connection);
  }
}
