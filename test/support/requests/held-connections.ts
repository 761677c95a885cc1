import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection whose client never closes its side by itself. */
export interface HeldConnection {
  /** What the service has sent so far. */
  readonly received: () => string;
  /** Resolves when the service has closed its side, or the whole connection. */
  readonly ended: Promise<void>;
  /** Whether the whole connection is closed. */
  isCut(): boolean;
  write(bytes: string): void;
  /** Reads nothing from now on. */
  stopReading(): void;
  /** Closes the connection at once. */
  destroy(): void;
  /** The same, by a TCP reset. */
  reset(): void;
}

/** Opens a connection, and sends these bytes on it. */
export async function holdConnection(url: string, bytes = ''): Promise<HeldConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close']) socket.once(event, () => resolve());
  });
  await once(socket, 'connect');
  // From here on an error means that the service has cut it.
  socket.on('error', () => undefined);
  if (bytes !== '') socket.write(bytes);
  return {
    received: () => received,
    ended,
    isCut: () => socket.destroyed,
    write: (more) => socket.write(more),
    stopReading: () => socket.pause(),
    destroy: () => socket.destroy(),
    reset: () => socket.resetAndDestroy(),
  };
}

/** Opens `count` connections, a few at a time: the system's queue for new connections may be short. */
export async function holdConnections(
  count: number,
  url: string,
  bytes: (index: number) => string = () => '',
): Promise<HeldConnection[]> {
  const held: HeldConnection[] = [];
  for (let index = 0; index < count; index += AT_ONCE)
    held.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, count - index) }, (_, offset) =>
          holdConnection(url, bytes(index + offset)),
        ),
      )),
    );
  return held;
}

const AT_ONCE = 50;
