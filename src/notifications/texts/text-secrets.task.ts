import { Injectable, Logger } from '@nestjs/common';
import { textSecretOwner } from '../../domain/texts.js';
import type { Connection } from '../../platform/database/statement.js';
import { PeriodicTask } from '../../platform/jobs/task.decorators.js';
import { SecretSeal, SecretUnreadable } from '../../platform/secret-seal.js';
import { listTextSecretsWithout, replaceTextSecret } from './text-gateway.store.js';

/** Seals the secrets of gateways that were stored before there was a key, or under the key before it. */
@Injectable()
export class TextSecrets {
  private readonly logger = new Logger('Texts');

  constructor(private readonly seal: SecretSeal) {}

  @PeriodicTask('text-secrets')
  async sealOutdated(connection: Connection): Promise<number> {
    const { prefix } = this.seal;
    if (prefix === undefined) return 0;
    for (const stored of await listTextSecretsWithout(connection, prefix)) {
      const { websiteId, secret } = stored;
      try {
        await replaceTextSecret(connection, stored, this.seal.renewed(textSecretOwner(websiteId), secret));
      } catch (error) {
        if (!(error instanceof SecretUnreadable)) throw error;
        this.logger.warn({ websiteId }, 'The secret of a gateway for text messages cannot be opened.');
      }
    }
    return 0;
  }
}
