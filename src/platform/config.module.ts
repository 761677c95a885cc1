import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Config } from './config.js';

/** The provider token of the process's Config. */
export const CONFIG = Symbol('Config');

@Global()
@Module({})
export class ConfigModule {
  static of(config: Config): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}
