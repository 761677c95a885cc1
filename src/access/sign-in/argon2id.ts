import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import pLimit, { type LimitFunction } from 'p-limit';

export interface Argon2idCost {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const SALT_BYTES = 16;
const HASH_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Slow hashes of passwords and PINs, in the PHC string format: `$argon2id$v=19$m=65536,t=3,p=1$salt$hash`. Each hash contains its cost, so
 * the cost can be raised without a migration.
 */
export class Argon2id {
  /** How new hashes begin. */
  readonly prefix: string;
  private readonly hashing: LimitFunction;

  /** @param atOnce how many are computed at once: each takes the memory of the cost, and one of Node's four threads for such work */
  constructor(
    private readonly cost: Argon2idCost,
    atOnce: number,
  ) {
    const { memory, passes, parallelism } = cost;
    this.prefix = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
    this.hashing = pLimit(atOnce);
  }

  async hash(text: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    return this.written(salt, await this.derive(text, salt, this.cost));
  }

  /** A hash of an unknown text, which takes as long to verify as others. */
  dummyHash(): string {
    return this.written(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
  }

  /** Takes as long for a wrong text as for the right one. False if `textHash` is no hash. */
  async verify(text: string, textHash: string): Promise<boolean> {
    const [, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(textHash) ?? [];
    if (memory === undefined) return false;
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const expected = Buffer.from(hash, 'base64');
    const actual = await this.derive(text, Buffer.from(salt, 'base64'), cost);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }

  private written(salt: Buffer, hash: Buffer): string {
    return `${this.prefix}${encoded(salt)}$${encoded(hash)}`;
  }

  private derive(message: string, nonce: Buffer, cost: Argon2idCost): Promise<Buffer> {
    const parameters: Argon2Parameters = { ...cost, message, nonce, tagLength: HASH_BYTES };
    return this.hashing(
      () =>
        new Promise((resolve, reject) => {
          argon2('argon2id', parameters, (error, hash) => {
            if (error) reject(error);
            else resolve(hash);
          });
        }),
    );
  }
}

function encoded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
