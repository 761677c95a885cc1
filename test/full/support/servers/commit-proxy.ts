import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy for the database that can cut a connection at its COMMIT. */
export interface CommitProxy {
  /** The database's URL with the proxy's address. */
  readonly url: string;
  /** Cuts the next connection that commits: before the database receives the COMMIT, or before its answer gets back. */
  cutAtCommit(when: 'before' | 'after'): void;
  /** The same, and refuses every connection from then on, until `comeBack`. */
  goAwayAtCommit(when: 'before' | 'after'): void;
  comeBack(): void;
  close(): Promise<void>;
}

const COMMIT = Buffer.from('COMMIT\0');

export async function startCommitProxy(databaseUrl: string): Promise<CommitProxy> {
  const database = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let cut: 'before' | 'after' | undefined;
  let goesAway = false;
  let isAway = false;
  const proxy = createServer((client) => {
    if (isAway) {
      client.destroy();
      return;
    }
    const server = connect(Number(database.port), database.hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        server.destroy();
      });
    }
    let silent = false;
    client.on('data', (bytes: Buffer) => {
      const isCut = cut !== undefined && bytes.includes(COMMIT);
      if (isCut && cut === 'before') client.destroy();
      else server.write(bytes);
      if (!isCut) return;
      cut = undefined;
      silent = true;
      isAway = goesAway;
    });
    server.on('data', (bytes: Buffer) => {
      // The database answers once it has committed.
      if (silent) client.destroy();
      else client.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    cutAtCommit: (when) => {
      cut = when;
    },
    goAwayAtCommit: (when) => {
      cut = when;
      goesAway = true;
    },
    comeBack: () => {
      goesAway = isAway = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
