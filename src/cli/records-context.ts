import { type DynamicModule, Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Database as OpenDatabase } from '../platform/database/database.js';
import { Database } from '../platform/database/database.js';
import { type OutboundPolicy, PUBLIC_ONLY } from '../platform/outbound/outbound-policy.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { RecordsImport } from '../records/engine/records-import.js';
import { RecordsModule } from '../records/records.module.js';

@Global()
@Module({ imports: [RecordsModule] })
class CommandModule {
  static of(database: OpenDatabase, outbound: OutboundPolicy): DynamicModule {
    const providers = [
      { provide: Database, useValue: database },
      { provide: CONFIG, useValue: { outbound } },
    ];
    return { module: CommandModule, providers, exports: [Database, CONFIG] };
  }
}

/**
 * The import for a command, which has no service around it.
 * @param outbound where libraries may have the keys of their identity providers
 */
export async function openRecordsImport(
  database: OpenDatabase,
  outbound: OutboundPolicy = PUBLIC_ONLY,
): Promise<RecordsImport> {
  const context = await NestFactory.createApplicationContext(CommandModule.of(database, outbound), {
    abortOnError: false,
    logger: false,
  });
  return context.get(RecordsImport);
}
