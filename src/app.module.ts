import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { IlsPasswords } from './access/ils/ils-passwords.task.js';
import { AccessModule } from './access/access.module.js';
import { ProvisioningModule } from './records/provisioning/provisioning.module.js';
import { CatalogModule } from './catalog/catalog.module.js';
import { ChangesModule } from './events/stream/changes.module.js';
import { CheckoutsModule } from './checkouts/checkouts.module.js';
import { CoversModule } from './catalog/covers/covers.module.js';
import { hasContentPage } from './checkouts/content/content-address.js';
import { ContentPageModule } from './checkouts/content/content-page.module.js';
import { HoldsModule } from './holds/holds.module.js';
import { HttpModule } from './http/http.module.js';
import { HealthModule } from './http/health/health.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { SandboxModule } from './sandbox/sandbox.module.js';
import { PatronsModule } from './patrons/patrons.module.js';
import { isLocalSandbox } from './shelf/local-sandbox.js';
import { ShelfModule, ShelfSandboxModule } from './shelf/shelf.module.js';
import type { Config } from './platform/settings/config.js';
import { ConfigModule } from './platform/settings/config.module.js';
import type { Database } from './platform/database/database.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { LoggingModule } from './platform/observability/logging.module.js';
import { MetricsModule } from './platform/observability/metrics.module.js';
import { StaffModule } from './staff/staff.module.js';
import { SuspensionsModule } from './suspensions/suspensions.module.js';
import { WatchesModule } from './watches/watches.module.js';
import { WatchesTasks } from './watches/watches.tasks.js';
import { WelcomeModule } from './shelf/welcome/welcome.module.js';
import { WorkerModule } from './worker/worker.module.js';

/** The root module. docs/architecture.md describes the dependencies between modules. */
@Module({})
export class AppModule {
  static of(config: Config, database: Database): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(config),
        DatabaseModule.of(database),
        LoggingModule.of(config),
        MetricsModule,
        HttpModule,
        HealthModule,
        ...(config.role === 'worker' ? [] : requestModules(config)),
        ...(config.role === 'api' ? [] : [WorkerModule.with([IlsPasswords, WatchesTasks])]),
      ],
    };
  }
}

/**
 * The modules that answer requests of patrons and staff. Those of staff are always there: without an operator's token, an
 * account or an API token, no request gets in.
 */
function requestModules(config: Config): Type[] {
  return [
    AccessModule,
    ProvisioningModule,
    // Before the holds, whose `holds/:id` would take `holds/suspension`.
    SuspensionsModule,
    HoldsModule,
    WatchesModule,
    PatronsModule,
    ChangesModule,
    CheckoutsModule,
    CatalogModule,
    OpenApiModule,
    WelcomeModule,
    ...(config.shelf ? [ShelfModule, ...(isLocalSandbox(config) ? [ShelfSandboxModule] : [])] : []),
    ...(config.drawnCovers ? [CoversModule] : []),
    ...(hasContentPage(config) ? [ContentPageModule] : []),
    StaffModule,
    ...(config.operatorTokens.length > 0 && config.sandbox ? [SandboxModule] : []),
  ];
}
