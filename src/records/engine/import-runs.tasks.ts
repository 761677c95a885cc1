import { Injectable } from '@nestjs/common';
import type { Connection } from '../../platform/database/statement.js';
import { PeriodicTask } from '../../platform/jobs/task.decorators.js';
import { forgetRejectedRows } from '../csv/csv-runs.store.js';
import { purgeImportRuns } from './import-runs.store.js';

@Injectable()
export class ImportRunsTasks {
  @PeriodicTask('import-runs')
  async purgeRuns(connection: Connection): Promise<number> {
    return (await purgeImportRuns(connection)) + (await forgetRejectedRows(connection));
  }
}
