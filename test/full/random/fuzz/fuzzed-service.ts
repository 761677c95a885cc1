import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statement } from '../../../../src/platform/database/statement.js';
import { Database } from '../../../../src/platform/database/database.js';
import { freshDatabase, NO_TIMEOUTS, type TestDatabase } from '../../../support/database.js';
import { freePort } from '../../../support/free-port.js';
import { spawnHoldfast, urlWithLongTimeouts } from '../../support/processes.js';
import { importAll, NO_LIMITS } from '../../../support/service.js';
import { CANARY, canariesIn, MAX_CANARY_LENGTH } from '../../support/fuzz/canaries.js';
import { RECORDS } from './library-records.js';
import { COLLECTION_TOKEN, type FuzzedRequest } from './requests.js';
import { withConstants } from '../../support/constants.js';

export interface FuzzedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const MAX_ANSWER_MS = 60_000;

class StaleConnection extends Error {}

/** The one of openapi.json's examples. Nobody is there. */
const ADD_WEBHOOK = statement(
  'test-fuzz-webhook',
  `INSERT INTO webhook (webhook_id, website_id, url, types, secret, patrons_position, titles_position, shuffled_to, created_at)
   VALUES ('7c9e6679-7425-40de-944b-e07fc1f90ae7', 37, 'https://127.0.0.1:9/', '{hold.placed}', $1, 0, 0, 0, now())
   ON CONFLICT DO NOTHING`,
);

/** A process of the service that logs at the level `trace`, with its own database. */
export class FuzzedService {
  /** Canaries that were in the log. */
  readonly leaks = new Set<string>();
  logBytes = 0;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 16 });
  private collectionToken = '';
  private tail = '';

  private constructor(
    private readonly url: URL,
    private readonly process: ReturnType<typeof spawnHoldfast>,
    private readonly database: Database,
    private readonly stored: TestDatabase,
    private readonly folder: string,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<FuzzedService> {
    const stored = await freshDatabase();
    const database = new Database({ url: stored.url, poolSize: 2, ...NO_TIMEOUTS });
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-fuzz-'));
    const port = await freePort();
    const process = spawnHoldfast(['serve'], {
      DATABASE_URL: urlWithLongTimeouts(stored.url),
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(port),
      ...NO_LIMITS,
      LOG_LEVEL: 'trace',
      DATA_DIR: folder,
      SANDBOX: 'true',
      OPERATOR_TOKEN: CANARY.operatorToken,
      DRAWN_COVERS: 'true',
      SHELF: 'true',
      // The imports of earlier requests go on after their answers.
      NODE_OPTIONS: withConstants({
        ...{ uploadsAtOnce: 100, uploadsOfLibrary: 100 },
        wrongTokensPerAddress: 0,
        wrongSecretsPerClient: 0,
      }),
      // Not only this machine's: a local sandbox shows its mails to whoever opens the shelf.
      PUBLIC_URL: 'https://holds.example.org',
      CONTENT_URL: 'https://content.example.org',
      CONTENT_KEY: CANARY.contentKey,
      ...settings,
    });
    const service = new FuzzedService(new URL(`http://127.0.0.1:${port}`), process, database, stored, folder);
    await service.isReady();
    await service.restore();
    return service;
  }

  private isReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      for (const stream of [this.process.stdout, this.process.stderr])
        stream?.on('data', (piece: Buffer) => {
          const text = this.tail + piece.toString();
          this.logBytes += piece.length;
          for (const canary of canariesIn(text)) this.leaks.add(canary);
          if (text.includes('Holdfast is ready')) resolve();
          this.tail = text.slice(-2 * MAX_CANARY_LENGTH);
        });
      this.process.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${this.tail}`)));
    });
  }

  get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** How long a request kept the event loop busy since this was last asked: see blocking-probe.mjs. */
  async longestBlock(): Promise<number> {
    const told = new Promise<number>((resolve) => {
      let text = '';
      const read = (piece: Buffer): void => {
        text += piece.toString();
        const [, milliseconds] = /^blocked for (\S+) ms\n/m.exec(text) ?? [];
        if (milliseconds === undefined) return;
        this.process.stderr?.off('data', read);
        resolve(Number(milliseconds));
      };
      this.process.stderr?.on('data', read);
    });
    this.process.kill('SIGUSR2');
    return told;
  }

  /** Restores what requests have deleted, revoked or changed. */
  async restore(): Promise<void> {
    const path = '/sandbox/v1/clock';
    const operator = ['Authorization', `Bearer ${CANARY.operatorToken}`] as const;
    const body = { type: 'application/json', bytes: Buffer.from('{"reset":true}') };
    await this.send({ operation: '', method: 'POST', path, headers: [operator], body });
    await importAll(this.database, RECORDS);
    await this.database.run(ADD_WEBHOOK, [CANARY.webhookSecret]);
    const headers = [['Authorization', `Bearer ${CANARY.token}`]] as const;
    const me = await this.send({ operation: '', method: 'GET', path: '/v1/patrons/me', headers, body: null });
    this.collectionToken = (JSON.parse(me.text) as { collectionToken: string }).collectionToken;
  }

  /** Sends a request as it is. On an idle connection that the service has just closed it was not read: it is sent again. */
  async send(fuzzed: FuzzedRequest): Promise<FuzzedAnswer> {
    try {
      return await this.exchange(fuzzed, this.agent);
    } catch (error) {
      if (error instanceof StaleConnection) return this.exchange(fuzzed, false);
      throw error;
    }
  }

  private exchange(
    { method, path, headers, body }: FuzzedRequest,
    agent: Agent | false,
  ): Promise<FuzzedAnswer> {
    const sent = [
      ['Host', this.url.host],
      ...headers,
      ...(body === null ? [] : [['Content-Length', String(body.bytes.length)]]),
      ...(body === null || body.type === '' ? [] : [['Content-Type', body.type]]),
    ];
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          hostname: this.url.hostname,
          port: this.url.port,
          method,
          path: path.replaceAll(COLLECTION_TOKEN, this.collectionToken),
          headers: sent.flat(),
          agent,
          setHost: false,
          timeout: MAX_ANSWER_MS,
        },
        (answer) => {
          const pieces: Buffer[] = [];
          answer.on('data', (piece: Buffer) => pieces.push(piece));
          // It does not end by itself.
          if (answer.headers['content-type']?.startsWith('text/event-stream') === true)
            answer.once('data', () => {
              resolve(answerOf(answer, textOf(answer, Buffer.concat(pieces))));
              asked.destroy();
            });
          answer.on('error', reject);
          answer.on('end', () => resolve(answerOf(answer, textOf(answer, Buffer.concat(pieces)))));
        },
      );
      asked.on('timeout', () => asked.destroy(new Error(`There was no answer within ${MAX_ANSWER_MS} ms.`)));
      asked.on('error', (error) => reject(asked.reusedSocket ? new StaleConnection(String(error)) : error));
      asked.end(body?.bytes);
    });
  }

  async close(): Promise<void> {
    this.agent.destroy();
    if (this.isRunning) {
      const ended = new Promise((resolve) => this.process.once('exit', resolve));
      this.process.kill('SIGTERM');
      await ended;
    }
    await this.database.close();
    await this.stored.drop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function answerOf({ statusCode = 0, rawHeaders }: IncomingMessage, text: string): FuzzedAnswer {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  return { status: statusCode, headers, text };
}

/** Some requests accept a compressed answer. */
function textOf({ headers }: IncomingMessage, bytes: Buffer): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}
