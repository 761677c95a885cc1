import { Global, Module } from '@nestjs/common';
import { DatabaseMetrics } from '../database/database.metrics.js';
import { JobsMetrics } from '../jobs/jobs.metrics.js';
import { Metrics } from './metrics.js';
import { ProcessMetrics } from './process.metrics.js';

@Global()
@Module({ providers: [DatabaseMetrics, JobsMetrics, Metrics, ProcessMetrics], exports: [Metrics] })
export class MetricsModule {}
