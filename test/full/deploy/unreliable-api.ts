import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server as TcpServer } from 'node:net';

/** Says that it is healthy, reads requests, and closes the connection without an answer. */
export class UnreliableApi {
  /** The methods of the requests. */
  readonly received: string[] = [];
  /** The beginning of the last one: its first line and headers. */
  lastRequest = '';

  private constructor(
    private readonly api: TcpServer,
    private readonly health: HttpServer,
    readonly port: number,
    readonly metricsPort: number,
  ) {
    api.on('connection', (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (bytes) => {
        this.lastRequest = bytes.toString('latin1');
        this.received.push(/^\w+/.exec(this.lastRequest)?.[0] ?? '');
        socket.destroy();
      });
    });
  }

  static async start(): Promise<UnreliableApi> {
    const api = createServer().listen(0, '127.0.0.1');
    const health = createHttpServer((_, response) => response.end()).listen(0, '127.0.0.1');
    await Promise.all([once(api, 'listening'), once(health, 'listening')]);
    return new UnreliableApi(
      api,
      health,
      (api.address() as AddressInfo).port,
      (health.address() as AddressInfo).port,
    );
  }

  /** It still says that it is healthy. */
  refuseConnections(): void {
    this.api.close();
  }

  async stop(): Promise<void> {
    this.api.close();
    this.health.closeAllConnections();
    this.health.close();
    await once(this.health, 'close');
  }
}
