import { Socket } from 'node:net';
import { lookUpHost } from '../../host-addresses.js';

/** Looks up the server's name without a thread of the process: whatever else waits for the system's resolver, it does not. */
export class DatabaseSocket extends Socket {
  /** As the driver calls it: a port and a host, or a path. */
  override connect(...to: unknown[]): this {
    const [port, host] = to;
    if (typeof port === 'number' && typeof host === 'string')
      return super.connect({ port, host, lookup: lookUpHost });
    return super.connect(...(to as Parameters<Socket['connect']>));
  }
}
