import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export const ISSUER = 'https://id.example.org/realm';
export const AUDIENCE = 'https://holds.example.org';

/** A pair of keys. `jwk` is the public one, as the provider publishes it. */
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

/** How the provider fails instead of sending its keys. */
export type ProviderFailure =
  | 'cuts the connection'
  | 'answers 500'
  | 'redirects'
  | 'sends no JSON'
  | 'sends no keys'
  | 'sends without an end'
  | 'sends a gzip bomb'
  | 'sends too many keys'
  | 'never answers';

/** Some hundred kilobytes that become a hundred megabytes. */
const BOMB = gzipSync(`{"keys":[${' '.repeat(100_000_000)}]}`);

function sendWithoutEnd(response: ServerResponse): void {
  const chunk = ' '.repeat(65_536);
  const send = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', send);
  send();
}

/** A library's identity provider: an HTTP server with its keys at `/keys`. */
export class IdentityProvider {
  /** How often the service has asked for the keys. */
  keyRequests = 0;
  failure: ProviderFailure | undefined;
  isCompressing = false;

  private constructor(
    private readonly server: Server,
    private keys: readonly SigningKey[],
  ) {
    server.on('request', (_, response) => {
      this.keyRequests++;
      if (this.failure === 'cuts the connection') response.destroy();
      else if (this.failure === 'answers 500') response.writeHead(500).end('{"keys":[]}');
      else if (this.failure === 'redirects')
        response.writeHead(302, { location: `${this.keysUrl}/elsewhere` }).end();
      else if (this.failure === 'sends no JSON') response.end('<html>');
      else if (this.failure === 'sends no keys') response.end('{"keys":"none"}');
      else if (this.failure === 'sends without an end') sendWithoutEnd(response);
      else if (this.failure === 'sends a gzip bomb')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB);
      else if (this.failure === 'sends too many keys')
        response.end(JSON.stringify({ keys: Array.from({ length: 101 }, () => this.keys[0]?.jwk) }));
      else if (this.failure === undefined) this.sendKeys(response);
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

  /** The settings of a service that accepts this provider's tokens. */
  get settings(): Record<string, string> {
    return { JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE, JWT_JWKS_URL: this.keysUrl };
  }

  private sendKeys(response: ServerResponse): void {
    const content = JSON.stringify({ keys: this.keys.map(({ jwk }) => jwk) });
    if (this.isCompressing) response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(content));
    else response.end(content);
  }

  publish(...keys: SigningKey[]): void {
    this.keys = keys;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** A time relative to now, in the unit of a JWT. */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

/** A token that is valid for ten minutes. `claims` and `header` change it; undefined removes a member. */
export function signToken(key: SigningKey, claims: Claims, header: Claims = {}): Promise<string> {
  const payload = { iss: ISSUER, aud: AUDIENCE, iat: inSeconds(0), exp: inSeconds(600), ...claims };
  const protectedHeader = { alg: key.alg, typ: 'JWT', kid: key.jwk.kid, ...header };
  return new SignJWT(withoutUndefined(payload))
    .setProtectedHeader(withoutUndefined(protectedHeader) as unknown as JWTHeaderParameters)
    .sign(key.privateKey);
}

function withoutUndefined(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** A token with any signature, for what a library would not sign. */
export function assembleToken(header: object, claims: object, signature = ''): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(claims)}.${signature}`;
}
