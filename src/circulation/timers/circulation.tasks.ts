import { Injectable } from '@nestjs/common';
import type { Connection } from '../../platform/database/statement.js';
import { PeriodicTask } from '../../platform/jobs/task.decorators.js';
import { sampleLibraries } from '../library-days.store.js';
import { countPopularity } from '../popularity.store.js';

@Injectable()
export class CirculationTasks {
  private readonly countSome = countPopularity();

  @PeriodicTask('library-days')
  sampleLibraries(connection: Connection): Promise<number> {
    return sampleLibraries(connection);
  }

  @PeriodicTask('popularity')
  countPopularity(connection: Connection): Promise<number> {
    return this.countSome(connection);
  }
}
