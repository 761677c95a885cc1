import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

interface RawSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status?: { readonly code?: number; readonly message?: string };
  readonly events?: readonly unknown[];
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

export interface ReceivedSpan extends Omit<RawSpan, 'attributes'> {
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A collector that takes traces as OTLP in JSON over HTTP, and keeps everything it gets. */
export class OtlpReceiver {
  /** The bodies of all requests, as they came. */
  readonly bodies: string[] = [];
  private constructor(private readonly server: Server) {}

  static async start(): Promise<OtlpReceiver> {
    const server = createServer();
    const started = new OtlpReceiver(server);
    server.on('request', (request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const isTraces = request.method === 'POST' && request.url === '/v1/traces';
        if (isTraces) started.bodies.push(Buffer.concat(pieces).toString());
        response.writeHead(isTraces ? 200 : 404, { 'Content-Type': 'application/json' }).end('{}');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return started;
  }

  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get resources(): Readonly<Record<string, unknown>>[] {
    return this.requests.flatMap(({ resourceSpans }) =>
      resourceSpans.map(({ resource }) => valuesOf(resource.attributes)),
    );
  }

  get spans(): ReceivedSpan[] {
    return this.requests
      .flatMap(({ resourceSpans }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap(({ spans }) => spans)
      .map((span) => ({ ...span, attributes: valuesOf(span.attributes) }));
  }

  private get requests(): {
    resourceSpans: {
      resource: { attributes: RawSpan['attributes'] };
      scopeSpans: { spans: RawSpan[] }[];
    }[];
  }[] {
    return this.bodies.map((body) => JSON.parse(body) as (typeof this.requests)[number]);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Each value is in a member that names its type. */
function valuesOf(attributes: RawSpan['attributes']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
