import type { Socket } from 'node:net';

const MAX_LINE_LENGTH = 10_000;

/** Calls `listener` with each line received. Closes the connection if a line is longer than 10,000 characters. */
export function onLine(socket: Socket, listener: (line: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(listener);
    if (rest.length > MAX_LINE_LENGTH) socket.destroy();
  });
}
