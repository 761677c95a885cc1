import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** So long nobody may have connected before the server stops listening; and so long is waited for that at most. */
const QUIET_MS = 100;
const MAX_WAIT_MS = 2_000;
const SWEEP_MS = 50;

/**
 * Lets go of connections while the server is closing: it answers what was asked, tells clients not to ask again on the
 * same connection, and does not wait for idle ones to time out.
 */
export function drainWhenClosing(server: Server): void {
  server.prependListener('request', (_, response) => {
    if (!server.listening) response.setHeader('Connection', 'close');
  });
  const close = server.close.bind(server);
  let isClosing = false;
  server.close = (done) => {
    if (isClosing) return server.once('close', () => done?.());
    isClosing = true;
    const stopListening = (): void => {
      const sweeper = setInterval(() => {
        server.closeIdleConnections();
      }, SWEEP_MS);
      close((error) => {
        clearInterval(sweeper);
        done?.(error);
      });
    };
    if (server.listening) whenNobodyKnocks(server, stopListening);
    else stopListening();
    return server;
  };
}

/**
 * The system accepts connections ahead of a busy server, which takes them in one by one; whoever is still waiting when it
 * stops listening is cut off. So all are let in first, and served when the door is shut: a client that waits for its answer
 * does not come again meanwhile.
 */
function whenNobodyKnocks(server: Server, shutTheDoor: () => void): void {
  const serve = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  const letIn: Socket[] = [];
  const onConnection = (socket: Socket): void => {
    socket.on('error', ignore);
    letIn.push(socket);
    quiet.refresh();
  };
  let isShut = false;
  const finish = (): void => {
    if (isShut) return;
    isShut = true;
    clearTimeout(quiet);
    clearTimeout(longest);
    shutTheDoor();
    server.off('connection', onConnection);
    for (const listener of serve) server.on('connection', listener);
    for (const socket of letIn) if (!socket.destroyed) server.emit('connection', socket);
  };
  const quiet = setTimeout(() => {
    // Timers run before the loop looks for connections: after a pause of the process there may be some.
    const before = letIn.length;
    setImmediate(() => {
      if (letIn.length === before) finish();
    });
  }, QUIET_MS);
  const longest = setTimeout(finish, MAX_WAIT_MS);
  server.removeAllListeners('connection');
  server.on('connection', onConnection);
}

function ignore(): void {
  // A client that has gone meanwhile.
}
