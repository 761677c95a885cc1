import type { Server } from 'node:http';

/**
 * Lets go of connections while the server is closing: it answers what was asked, tells clients not to ask again on the
 * same connection, and does not wait for idle ones to time out.
 */
export function drainWhenClosing(server: Server): void {
  server.prependListener('request', (_, response) => {
    if (!server.listening) response.setHeader('Connection', 'close');
  });
  const close = server.close.bind(server);
  server.close = (done) => {
    const sweeper = setInterval(() => {
      server.closeIdleConnections();
    }, 50);
    return close((error) => {
      clearInterval(sweeper);
      done?.(error);
    });
  };
}
