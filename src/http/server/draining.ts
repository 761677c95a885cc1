import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.js';

/** The server stops listening once no connection has come for this long, or after the longest wait. */
const QUIET_MS = 100;
const MAX_WAIT_MS = 2_000;
const SWEEP_MS = 50;
/** How long a new client may take to send a request. Node's own limits end when the server closes. */
const SILENCE_MS = 5_000;

/**
 * Ends connections while the server is closing: requests in progress are answered with `Connection: close`, idle connections
 * are closed at once, and what is still open after `cutAfterSeconds` is cut.
 */
export function drainWhenClosing(server: Server, connections: Connections, cutAfterSeconds: number): void {
  server.prependListener('request', (_, response) => {
    if (!server.listening) response.setHeader('Connection', 'close');
  });
  const close = server.close.bind(server);
  let closed: Promise<Error | undefined> | undefined;
  server.close = (done) => {
    closed ??= new Promise((resolve) => {
      const deadline = performance.now() + cutAfterSeconds * 1000;
      const stopListening = (): void => {
        const sweeper = sweep(server, connections, deadline);
        close((error) => {
          clearInterval(sweeper);
          resolve(error);
        });
      };
      if (server.listening) whenConnectionsPause(server, stopListening);
      else stopListening();
    });
    void closed.then((error) => done?.(error));
    return server;
  };
}

function sweep(server: Server, connections: Connections, deadline: number): NodeJS.Timeout {
  const begun = performance.now();
  return setInterval(() => {
    server.closeIdleConnections();
    if (performance.now() > begun + SILENCE_MS) connections.cutSilent();
    if (performance.now() > deadline) connections.cutAll();
  }, SWEEP_MS);
}

/**
 * The system accepts connections ahead of a busy server, which takes them over one by one; those still in the queue when it
 * stops listening are cut. So the server takes over all of them first, and serves them when it no longer listens: a client
 * that waits for its answer does not connect again meanwhile.
 */
function whenConnectionsPause(server: Server, stopListening: () => void): void {
  const serve = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  const accepted: Socket[] = [];
  const onConnection = (socket: Socket): void => {
    socket.on('error', ignore);
    accepted.push(socket);
    quiet.refresh();
  };
  let isFinished = false;
  const finish = (): void => {
    if (isFinished) return;
    isFinished = true;
    clearTimeout(quiet);
    clearTimeout(longest);
    stopListening();
    server.off('connection', onConnection);
    for (const listener of serve) server.on('connection', listener);
    for (const socket of accepted) if (!socket.destroyed) server.emit('connection', socket);
  };
  const quiet = setTimeout(() => {
    // Timers run before the loop looks for connections: after a pause of the process there may be some.
    const before = accepted.length;
    setImmediate(() => {
      if (accepted.length === before) finish();
    });
  }, QUIET_MS);
  const longest = setTimeout(finish, MAX_WAIT_MS);
  server.removeAllListeners('connection');
  server.on('connection', onConnection);
}

function ignore(): void {
  // The client has left meanwhile.
}
