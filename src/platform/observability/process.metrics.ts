import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { CONFIG } from '../settings/config.module.js';
import type { Config } from '../settings/config.js';
import { Metrics } from './metrics.js';

/** The role of this process, so that an alert can say which role is missing. */
@Injectable()
export class ProcessMetrics {
  constructor(@Inject(CONFIG) { role }: Config, { registry }: Metrics) {
    new Gauge({
      name: 'holdfast_process_info',
      help: 'Always 1. The label names the role of this process: all, api or worker.',
      labelNames: ['role'] as const,
      registers: [registry],
    }).set({ role }, 1);
  }
}
