import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from './database.js';
import { ReachableLibraries } from './reachable-libraries.js';

/** Provides the process's one Database to all modules. Closes it last: requests in progress still need it, so onModuleDestroy would be too early. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(Database) private readonly database: Database) {}

  static of(database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: Database, useValue: database },
        { provide: ReachableLibraries, useValue: new ReachableLibraries(database) },
      ],
      exports: [Database, ReachableLibraries],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
