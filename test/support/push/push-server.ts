import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, type JWTPayload, jwtVerify } from 'jose';
import type { PushText } from '../../../src/notifications/push/notice.push.js';

/** A message as the browser shows it. */
export type ShownPush = PushText & { readonly tag: string };

export interface ReceivedPush {
  readonly headers: IncomingHttpHeaders;
  /** Of the token that names the sender (RFC 8292), whose signature is right. */
  readonly sender: JWTPayload;
  /** The key that has signed it. */
  readonly key: string;
  readonly shown: ShownPush;
}

/** How a push service answers: as one does that accepts, with a status, or not at all. */
export type PushAnswer = number | 'hang' | ((response: ServerResponse) => void) | undefined;

/** A browser that has subscribed: it decrypts what it gets (RFC 8291). */
export class PushBrowser {
  readonly accepted: ReceivedPush[] = [];
  /** The topics of all requests, accepted or not. */
  readonly topics: string[] = [];
  answer: PushAnswer;
  private readonly own: ECDH = createECDH('prime256v1');
  private readonly auth = randomBytes(16);

  constructor(readonly endpoint: string) {
    this.own.generateKeys();
  }

  /** As `PushSubscription.toJSON()` describes it. */
  describe(): object {
    const keys = {
      p256dh: this.own.getPublicKey().toString('base64url'),
      auth: this.auth.toString('base64url'),
    };
    return { endpoint: this.endpoint, expirationTime: null, keys };
  }

  decrypt(body: Buffer): ShownPush {
    const [salt, recordSize, senderLength] = [
      body.subarray(0, 16),
      body.readUInt32BE(16),
      body.readUInt8(20),
    ];
    const sender = body.subarray(21, 21 + senderLength);
    const content = body.subarray(21 + senderLength);
    expect(content.length).toBeLessThanOrEqual(recordSize);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.own.getPublicKey(), sender]);
    const secret = derived(this.own.computeSecret(sender), this.auth, info, 32);
    const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(content.subarray(-16));
    const text = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
    // The last record ends with 2, and padding of 0.
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString()) as ShownPush;
  }
}

function derived(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** A push service on this machine. It takes what is encrypted for one of its browsers and signed by its sender. */
export class PushServer {
  private readonly browsers = new Map<string, PushBrowser>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void this.receive(request.url ?? '', request.headers, Buffer.concat(chunks), response).catch(
          (error: unknown) => response.writeHead(400).end(String(error)),
        );
      });
    });
  }

  static async start(): Promise<PushServer> {
    const started = new PushServer();
    started.server.listen(0, '127.0.0.1');
    await once(started.server, 'listening');
    return started;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  newBrowser(): PushBrowser {
    const path = `/push/${randomBytes(8).toString('hex')}`;
    const browser = new PushBrowser(this.origin + path);
    this.browsers.set(path, browser);
    return browser;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async receive(
    path: string,
    headers: IncomingHttpHeaders,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    const browser = this.browsers.get(path);
    if (browser === undefined) return void response.writeHead(404).end();
    browser.topics.push(String(headers.topic));
    const { answer } = browser;
    if (answer === 'hang') return;
    if (typeof answer === 'function') return answer(response);
    if (answer !== undefined) return void response.writeHead(answer).end(`no, ${answer}`);
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    const { payload } = await jwtVerify(token, await keyFrom(key), { audience: this.origin });
    browser.accepted.push({ headers, sender: payload, key, shown: browser.decrypt(body) });
    response.writeHead(201).end();
  }
}

function keyFrom(publicKey: string) {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'));
  return importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256');
}
