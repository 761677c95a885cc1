import { Socket } from 'node:net';
import { lookUpHost } from '../../host-addresses.js';

/** Resolves the server's name without one of the process's threads, so that other look-ups cannot delay it. */
export class DatabaseSocket extends Socket {
  /** Called by the driver with a port and a host, or with a path. */
  override connect(...to: unknown[]): this {
    const [port, host] = to;
    if (typeof port === 'number' && typeof host === 'string')
      return super.connect({ port, host, lookup: lookUpHost });
    return super.connect(...(to as Parameters<Socket['connect']>));
  }
}
