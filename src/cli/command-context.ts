import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Database as OpenDatabase } from '../platform/database/database.js';
import { Database } from '../platform/database/database.js';
import { type OutboundPolicy, PUBLIC_ONLY } from '../platform/outbound/outbound-policy.js';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { RecordsImport } from '../records/engine/records-import.js';
import { RecordsModule } from '../records/records.module.js';

/** The settings that a module asks for. */
type ProvidedSettings = Partial<Readonly<Record<keyof Config, unknown>>>;

@Global()
@Module({})
class CommandModule {
  static of(module: Type, database: OpenDatabase, config: ProvidedSettings): DynamicModule {
    const providers = [
      { provide: Database, useValue: database },
      { provide: CONFIG, useValue: config },
    ];
    return { module: CommandModule, imports: [module], providers, exports: [Database, CONFIG] };
  }
}

/** Opens a provider of a module for a command, outside of the service. */
export async function openProvider<Provider>(
  { module, provider }: { readonly module: Type; readonly provider: Type<Provider> },
  database: OpenDatabase,
  config: ProvidedSettings,
): Promise<Provider> {
  const context = await NestFactory.createApplicationContext(CommandModule.of(module, database, config), {
    abortOnError: false,
    logger: false,
  });
  return context.get(provider);
}

interface ImportSettings extends Pick<Config, 'webhooksKeys'> {
  readonly outbound: OutboundPolicy;
}

/** @param config says where libraries may have their own systems, and which key seals their passwords */
export function openRecordsImport(
  database: OpenDatabase,
  { outbound, webhooksKeys }: ImportSettings = { outbound: PUBLIC_ONLY, webhooksKeys: [] },
): Promise<RecordsImport> {
  const settings = { outbound, webhooksKeys };
  return openProvider({ module: RecordsModule, provider: RecordsImport }, database, settings);
}
