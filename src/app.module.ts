import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { CirculationModule } from './circulation/circulation.module.js';
import { HoldsModule } from './holds/holds.module.js';
import { HttpModule } from './http/http.module.js';
import { PatronsModule } from './patrons/patrons.module.js';
import type { Config } from './platform/config.js';
import { ConfigModule } from './platform/config.module.js';
import { Database } from './platform/database/database.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { LoggingModule } from './platform/logging.module.js';
import { SuspensionsModule } from './suspensions/suspensions.module.js';

/** The service: what stands on what is told by docs/architecture.md. */
@Module({})
export class AppModule {
  static of(config: Config, database: Database): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(config),
        DatabaseModule.of(database),
        LoggingModule.of(config),
        HttpModule,
        AccessModule,
        CirculationModule,
        HoldsModule,
        SuspensionsModule,
        PatronsModule,
      ],
    };
  }
}
