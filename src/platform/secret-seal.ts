import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from './settings/config.js';
import { CONFIG } from './settings/config.module.js';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The secret was sealed for another owner, or with a key that is not in the settings. */
export class SecretUnreadable extends Error {}

interface SealingKey {
  /** The beginning of the secrets that it has sealed. */
  readonly prefix: string;
  readonly key: Buffer;
}

const SEALED = 'sealed.';

/**
 * Encrypts the secrets that libraries share with other systems (webhooks and sign-in) for storage: `sealed.KEY.CONTENT`, where KEY identifies the
 * key, and CONTENT is nonce, tag and ciphertext (AES-256-GCM) in base64url. They are useless in a stolen database or backup. Each is bound to its
 * owner. Without a key in the settings, secrets are stored as plain text.
 */
@Injectable()
export class SecretSeal {
  /** The first key seals; all of them open. */
  private readonly keys: readonly SealingKey[];

  constructor(@Inject(CONFIG) { webhooksKeys }: Pick<Config, 'webhooksKeys'>) {
    this.keys = webhooksKeys.map(sealingKey);
  }

  get hasKey(): boolean {
    return this.keys.length > 0;
  }

  /** The beginning of secrets that the first key has sealed; undefined without a key. */
  get prefix(): string | undefined {
    return this.keys[0]?.prefix;
  }

  /** The beginnings of secrets that were sealed with the other keys. */
  get formerPrefixes(): readonly string[] {
    return this.keys.slice(1).map(({ prefix }) => prefix);
  }

  /** @param owner the owner of the secret, to whom it is bound */
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

  /** Seals the secret with the first key. Returns it unchanged if it is sealed so already, or cannot be opened. */
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
