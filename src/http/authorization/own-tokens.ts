import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Connection } from '../../platform/database/statement.js';
import { findTokenKey } from './token-key.store.js';

/** Lets scanners of source code recognize a published token. */
const PREFIX = 'holdfast_';
const SECRET_BYTES = 32;
const CHECKSUM_BYTES = 8;
/** The prefix, 43 characters of the secret, and 11 of the checksum. */
const FORM = new RegExp(`^${PREFIX}([\\w-]{43})([\\w-]{11})$`);

/** `own`: made with one of the keys, valid or not; `forged`: only looks so; `other`: does not look so. */
export type TokenOrigin = 'own' | 'forged' | 'other';

/** Whether a text looks like a token of the service. */
export function looksOwn(text: string): boolean {
  return FORM.test(text);
}

/**
 * Makes the tokens of patrons, clients, machines and sessions. A keyed checksum shows that the service has made a token, so that invented ones are
 * refused without a database query (decision 10). The secret alone grants access.
 */
export class OwnTokens {
  private keys: readonly string[] | undefined;

  /** @param given the keys in the settings, of which the first makes tokens; none: the database's own key does */
  constructor(
    private readonly database: Connection,
    private readonly given: readonly string[] = [],
  ) {}

  /** A new token: 256 random bits and their checksum. */
  async make(): Promise<string> {
    const [key] = await this.readKeys();
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    return `${PREFIX}${secret}${checksumOf(secret, key)}`;
  }

  async originOf(token: string): Promise<TokenOrigin> {
    const [, secret, checksum] = FORM.exec(token) ?? [];
    if (secret === undefined || checksum === undefined) return 'other';
    const keys = await this.readKeys();
    return keys.some((key) => areEqual(checksumOf(secret, key), checksum)) ? 'own' : 'forged';
  }

  /** The database's own key stays valid beside those of the settings, for tokens that were made with it before. */
  private async readKeys(): Promise<readonly [string, ...string[]]> {
    this.keys ??= [...this.given, await findTokenKey(this.database)].filter((key) => key !== undefined);
    const [first, ...others] = this.keys;
    if (first === undefined) throw new Error('The table token_key has no row.');
    return [first, ...others];
  }
}

function checksumOf(secret: string, key: string): string {
  const whole = createHmac('sha256', key).update(secret).digest();
  return whole.subarray(0, CHECKSUM_BYTES).toString('base64url');
}

/** Takes constant time. @param other must have the same length */
function areEqual(text: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(text), Buffer.from(other));
}
