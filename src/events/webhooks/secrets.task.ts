import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { PeriodicTask } from '../../platform/jobs/task.decorators.js';
import { SecretSeal, SecretUnreadable } from '../../platform/secret-seal.js';
import { SECRET_PREFIX } from '../../platform/outbound/signature.js';
import { listSecrets, replaceSecrets, type StoredSecrets } from './secrets.store.js';

const AT_ONCE = 100;

/** Seals the secrets that were stored before there was a key, or under the key before it. */
@Injectable()
export class WebhookSecrets {
  private readonly logger = new Logger('Webhooks');
  private hasWarned = false;

  constructor(
    private readonly database: Database,
    private readonly seal: SecretSeal,
  ) {}

  @PeriodicTask('webhook-secrets')
  async sealOutdated(): Promise<number> {
    if (!this.seal.hasKey) return this.warnOnce();
    const found = await listSecrets(this.database, [SECRET_PREFIX, ...this.seal.formerPrefixes], AT_ONCE);
    let sealed = 0;
    for (const stored of found) {
      const renewed = this.renewed(stored);
      if (renewed !== undefined && (await replaceSecrets(this.database, stored, renewed))) sealed++;
    }
    // A full batch is followed by another at once; but workers whose settings have another key seal them again, and this must end.
    return found.length < AT_ONCE ? 0 : sealed;
  }

  private async warnOnce(): Promise<0> {
    if (this.hasWarned || (await listSecrets(this.database, [SECRET_PREFIX], 1)).length === 0) return 0;
    this.hasWarned = true;
    this.logger.warn('Secrets of webhooks are stored as they are: set WEBHOOKS_KEY to seal them.');
    return 0;
  }

  private renewed({ webhookId, ...stored }: StoredSecrets): Omit<StoredSecrets, 'webhookId'> | undefined {
    const renew = (secret: string): string => this.seal.renewed(webhookId, secret);
    try {
      return {
        secret: renew(stored.secret),
        formerSecret: stored.formerSecret === null ? null : renew(stored.formerSecret),
        olderSecrets: stored.olderSecrets.map((older) => ({ ...older, secret: renew(older.secret) })),
      };
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      this.logger.warn({ webhookId }, 'The secret of a webhook cannot be opened.');
      return undefined;
    }
  }
}
