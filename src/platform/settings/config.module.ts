import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Config } from './config.js';
import { LiveSettings } from './live-settings.js';

export const CONFIG = Symbol('Config');

@Global()
@Module({})
export class ConfigModule {
  static of(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LiveSettings, useValue: new LiveSettings(config) },
      ],
      exports: [CONFIG, LiveSettings],
    };
  }
}
