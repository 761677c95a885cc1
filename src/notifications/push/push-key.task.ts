import { Injectable, Logger } from '@nestjs/common';
import type { Connection } from '../../platform/database/statement.js';
import { PeriodicTask } from '../../platform/jobs/task.decorators.js';
import { SecretSeal, SecretUnreadable } from '../../platform/secret-seal.js';
import { findPushKey, PUSH_KEY_OWNER, replacePrivateKey } from './push-key.store.js';

/** Seals the private key for push messages, if it was stored before there was a key, or under the key before it. */
@Injectable()
export class PushKeySecret {
  private readonly logger = new Logger('Push');

  constructor(private readonly seal: SecretSeal) {}

  @PeriodicTask('push-key')
  async sealOutdated(connection: Connection): Promise<number> {
    const stored = await findPushKey(connection);
    if (stored === undefined) return 0;
    try {
      const sealed = this.seal.renewed(PUSH_KEY_OWNER, stored.privateKey);
      if (sealed !== stored.privateKey) await replacePrivateKey(connection, stored.privateKey, sealed);
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      this.logger.warn('The private key for push messages cannot be opened.');
    }
    return 0;
  }
}
