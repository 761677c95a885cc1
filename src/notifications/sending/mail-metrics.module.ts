import { Module } from '@nestjs/common';
import { MailPauseMetrics } from './mail-pause.metrics.js';

/** Metrics about mail, in every process, whether it sends mail or not. */
@Module({ providers: [MailPauseMetrics] })
export class MailMetricsModule {}
