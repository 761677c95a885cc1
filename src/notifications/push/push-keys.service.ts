import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { SecretSeal } from '../../platform/secret-seal.js';
import { findPushKey, PUSH_KEY_OWNER, type PushKeyPair, storePushKey } from './push-key.store.js';

/** The keys by which push services know the service (VAPID, RFC 8292). They are made once, when they are first needed. */
@Injectable()
export class PushKeys {
  constructor(
    private readonly database: Database,
    private readonly seal: SecretSeal,
  ) {}

  /** In base64url. Browsers subscribe with it. */
  async publicKey(): Promise<string> {
    return (await this.find()).publicKey;
  }

  /** @throws SecretUnreadable */
  async open(): Promise<PushKeyPair> {
    const { publicKey, privateKey } = await this.find();
    return { publicKey, privateKey: this.seal.open(PUSH_KEY_OWNER, privateKey) };
  }

  private async find(): Promise<PushKeyPair> {
    return (await findPushKey(this.database)) ?? this.make();
  }

  private async make(): Promise<PushKeyPair> {
    // Loaded only where push messages are used.
    const { default: webPush } = await import('web-push');
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    await storePushKey(this.database, {
      publicKey,
      privateKey: this.seal.seal(PUSH_KEY_OWNER, privateKey),
    });
    const stored = await findPushKey(this.database);
    if (stored === undefined) throw new Error('The table push_key has no row.');
    return stored;
  }
}
