import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { CloudEvent } from '../../../src/events/cloud-event.representation.js';

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: CloudEvent;
}

/** In PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A receiver written with the library of Standard Webhooks: it keeps what is signed with its secret, and refuses the rest. */
export class Receiver {
  /** What it has accepted, in order. */
  readonly accepted: Delivery[] = [];
  /** All that came, accepted or not. */
  requests = 0;
  refused = 0;
  secret = '';
  /** What it answers instead of 204; undefined: as usual. */
  rule: (event: CloudEvent, headers: Readonly<Record<string, string>>) => number | 'hang' | undefined = () =>
    undefined;
  answer: (status: number, response: ServerResponse) => void = (status, response) => {
    response.writeHead(status).end(status < 300 ? '' : `no, ${status}`);
  };
  private readonly seen = new Set<string>();
  private readonly server: Server;

  /** @param certificate with its key: the receiver is asked by https */
  private constructor(private readonly certificate?: Certificate) {
    const answer: RequestListener = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => this.receive(request.headers, Buffer.concat(chunks).toString(), response));
    };
    this.server = certificate === undefined ? createServer(answer) : createTlsServer(certificate, answer);
  }

  static async start(certificate?: Certificate): Promise<Receiver> {
    const receiver = new Receiver(certificate);
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return this.certificate === undefined
      ? `http://127.0.0.1:${port}/events`
      : `https://localhost:${port}/events`;
  }

  /** Each event once: one that comes again has the same id. */
  get events(): readonly CloudEvent[] {
    return [...new Map(this.accepted.map(({ event }) => [event.id, event])).values()];
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private receive(headers: IncomingHttpHeaders, body: string, response: ServerResponse): void {
    this.requests++;
    const own = headers as Record<string, string>;
    let event: CloudEvent;
    try {
      event = new Webhook(this.secret).verify(body, own) as CloudEvent;
    } catch {
      this.refused++;
      return this.answer(401, response);
    }
    const rule = this.rule(event, own);
    if (rule === 'hang') return;
    if (rule === undefined) {
      this.seen.add(event.id);
      this.accepted.push({ headers: own, body, event });
    }
    this.answer(rule ?? 204, response);
  }
}
