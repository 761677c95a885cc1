import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type pg from 'pg';

/** Stands before one node of the cluster, for one database: without it, the node is down for this database. */
export class NodeProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;

  private constructor(private readonly target: number) {}

  /** All connections of the database to its worker node at this port go through the proxy from now on. */
  static async before(target: number, session: pg.Client): Promise<NodeProxy> {
    const proxy = new NodeProxy(target);
    await proxy.start();
    await session.query(
      `SELECT citus_update_node(nodeid, '127.0.0.1', $2) FROM pg_dist_node WHERE nodeport = $1`,
      [target, proxy.port],
    );
    return proxy;
  }

  /** Does nothing if it has not stopped. */
  async start(): Promise<void> {
    if (this.server !== undefined) return;
    this.server = createServer((client) => {
      const node = connect(this.target, '127.0.0.1');
      for (const socket of [client, node]) {
        this.sockets.add(socket);
        socket.setNoDelay(true);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.sockets.delete(socket);
          client.destroy();
          node.destroy();
        });
      }
      client.pipe(node).pipe(client);
    }).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Cuts all connections, and refuses new ones. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server === undefined) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}
