import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from './settings/config.js';
import { CONFIG } from './settings/config.module.js';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The secret is sealed with a key that the settings do not have, or of another owner. */
export class SecretUnreadable extends Error {}

interface SealingKey {
  /** What the secrets begin with that it has sealed. */
  readonly prefix: string;
  readonly key: Buffer;
}

const SEALED = 'sealed.';

/**
 * Seals the secrets that libraries share with other systems, of webhooks and of their own system, as they are stored: `sealed.KEY.CONTENT`,
 * where KEY tells the key and CONTENT is nonce, tag and ciphertext (AES-256-GCM) in base64url. Whoever reads the database, or a backup of
 * it, cannot use them. Each is bound to its owner. Without a key in the settings they are stored as they are.
 */
@Injectable()
export class SecretSeal {
  /** The first one seals, all of them open. */
  private readonly keys: readonly SealingKey[];

  constructor(@Inject(CONFIG) { webhooksKeys }: Pick<Config, 'webhooksKeys'>) {
    this.keys = webhooksKeys.map(sealingKey);
  }

  get hasKey(): boolean {
    return this.keys.length > 0;
  }

  /** What those stored secrets begin with that the first key has sealed; undefined without a key. */
  get prefix(): string | undefined {
    return this.keys[0]?.prefix;
  }

  /** What those stored secrets begin with that were sealed with a key before the first. */
  get formerPrefixes(): readonly string[] {
    return this.keys.slice(1).map(({ prefix }) => prefix);
  }

  /** @param owner whose secret it is */
  seal(owner: string, secret: string): string {
    const [first] = this.keys;
    if (first === undefined) return secret;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, first.key, nonce).setAAD(Buffer.from(owner));
    const text = Buffer.concat([cipher.update(secret), cipher.final()]);
    return first.prefix + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
  }

  /** @throws SecretUnreadable */
  open(owner: string, stored: string): string {
    if (!stored.startsWith(SEALED)) return stored;
    const used = this.keys.find(({ prefix }) => stored.startsWith(prefix));
    if (used === undefined) throw new SecretUnreadable();
    const sealed = Buffer.from(stored.slice(used.prefix.length), 'base64url');
    const [nonce, tag] = [
      sealed.subarray(0, NONCE_BYTES),
      sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    ];
    try {
      const decipher = createDecipheriv(CIPHER, used.key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
      const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString();
    } catch (cause) {
      throw new SecretUnreadable('', { cause });
    }
  }

  /** Sealed with the first key. Unchanged if it is so already, or cannot be opened. */
  renewed(owner: string, stored: string): string {
    const isPlain = this.hasKey && !stored.startsWith(SEALED);
    const isOutdated = isPlain || this.formerPrefixes.some((prefix) => stored.startsWith(prefix));
    return isOutdated ? this.seal(owner, this.open(owner, stored)) : stored;
  }
}

function sealingKey(given: string): SealingKey {
  const key = Buffer.from(hkdfSync('sha256', given, '', 'secrets of webhooks', KEY_BYTES));
  const name = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return { key, prefix: `${SEALED}${name}.` };
}
