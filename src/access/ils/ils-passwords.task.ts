import { Injectable, Logger } from '@nestjs/common';
import type { Connection } from '../../platform/database/statement.js';
import { PeriodicTask } from '../../platform/jobs/task.decorators.js';
import { SecretSeal, SecretUnreadable } from '../../platform/secret-seal.js';
import { ilsSecretOwner } from './ils-settings.js';
import { listPasswordsWithout, replacePassword } from './ils.store.js';

/** Seals the passwords of libraries' systems that were stored before there was a key, or under the key before it. */
@Injectable()
export class IlsPasswords {
  private readonly logger = new Logger('LibrarySystem');

  constructor(private readonly seal: SecretSeal) {}

  @PeriodicTask('ils-passwords')
  async sealOutdated(connection: Connection): Promise<number> {
    const { prefix } = this.seal;
    if (prefix === undefined) return 0;
    for (const stored of await listPasswordsWithout(connection, prefix)) {
      const { websiteId, name, password } = stored;
      try {
        await replacePassword(connection, stored, this.seal.renewed(ilsSecretOwner(websiteId), password));
      } catch (error) {
        if (!(error instanceof SecretUnreadable)) throw error;
        this.logger.warn({ websiteId, name }, "The password of a library's system cannot be opened.");
      }
    }
    return 0;
  }
}
