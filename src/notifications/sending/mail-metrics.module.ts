import { Module } from '@nestjs/common';
import { MailPauseMetrics } from './mail-pause.metrics.js';

/** What every process tells about mail, whether it sends any or not. */
@Module({ providers: [MailPauseMetrics] })
export class MailMetricsModule {}
