import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { addReadGauge } from '../../platform/observability/read-gauge.js';
import { readAtMostEvery } from '../../platform/observability/readings.js';
import { isRestoredCopy } from './mail-origin.store.js';

/**
 * Whether mail is paused (decision 12). Every process reports it, so that it is seen where no worker runs: after a restore, operators look there
 * first.
 */
@Injectable()
export class MailPauseMetrics {
  constructor(database: Database, { registry }: Metrics, @Inject(CONFIG) { mailPaused }: Config) {
    const readCopy = readAtMostEvery({ milliseconds: 1_000 }, () => isRestoredCopy(database));
    addReadGauge(
      registry,
      'holdfast_mail_paused',
      '1 while notices wait because the database is a restored copy, or because of MAIL_PAUSED; otherwise 0.',
      async () => {
        const isPaused = mailPaused || (await readCopy());
        return isPaused === undefined ? undefined : Number(isPaused);
      },
    );
  }
}
