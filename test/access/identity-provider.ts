import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';

export const ISSUER = 'https://id.example.org/realm';
export const AUDIENCE = 'https://holds.example.org';

/** A pair of keys; `jwk` is the public half as the provider publishes it. */
export interface SigningKey {
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export type Claims = Readonly<Record<string, unknown>>;

let lastKey = 0;

export async function newKey(alg: string, members: JWK = {}): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  const jwk = { kid: `key-${++lastKey}`, use: 'sig', alg, ...(await exportJWK(publicKey)), ...members };
  return { alg, privateKey, jwk };
}

/** How a provider may be away: it cuts the connection, fails, sends people elsewhere, or says what nobody understands. */
export type Trouble = 'cut' | 'failing' | 'moved' | 'not JSON' | 'no keys' | 'hanging';

/** A library's own identity provider: a real HTTP server with its keys at `/keys`, which also signs tokens. */
export class IdentityProvider {
  /** How often the keys were asked for. */
  asked = 0;
  trouble: Trouble | undefined;

  private constructor(
    private readonly server: Server,
    private keys: readonly SigningKey[],
  ) {
    server.on('request', (_, response) => {
      this.asked++;
      if (this.trouble === 'cut') response.destroy();
      else if (this.trouble === 'failing') response.writeHead(500).end('{"keys":[]}');
      else if (this.trouble === 'moved')
        response.writeHead(302, { location: `${this.keysUrl}/elsewhere` }).end();
      else if (this.trouble === 'not JSON') response.end('<html>');
      else if (this.trouble === 'no keys') response.end('{"keys":"none"}');
      else if (this.trouble === undefined)
        response.end(JSON.stringify({ keys: this.keys.map(({ jwk }) => jwk) }));
    });
  }

  static async open(...keys: SigningKey[]): Promise<IdentityProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new IdentityProvider(server, keys);
  }

  get keysUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/keys`;
  }

  /** What a deployment sets to take this provider's tokens. */
  get settings(): Record<string, string> {
    return { JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE, JWT_JWKS_URL: this.keysUrl };
  }

  publish(...keys: SigningKey[]): void {
    this.keys = keys;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** Seconds from now, as a JWT counts them. */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

/** A token as the provider gives it, good for ten minutes; `claims` and `header` change it, and undefined takes away. */
export function signed(key: SigningKey, claims: Claims, header: Claims = {}): Promise<string> {
  const payload = { iss: ISSUER, aud: AUDIENCE, iat: inSeconds(0), exp: inSeconds(600), ...claims };
  const protectedHeader = { alg: key.alg, typ: 'JWT', kid: key.jwk.kid, ...header };
  return new SignJWT(withoutUndefined(payload))
    .setProtectedHeader(withoutUndefined(protectedHeader) as unknown as JWTHeaderParameters)
    .sign(key.privateKey);
}

function withoutUndefined(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** A token whose signature is whatever is given: for those that no library would make. */
export function assembled(header: object, claims: object, signature = ''): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(claims)}.${signature}`;
}
