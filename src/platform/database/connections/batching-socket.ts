import { DatabaseSocket } from './database-socket.js';

/**
 * Sends everything that the driver writes in one turn of the event loop in one system call, shared by the lookups of several requests and by
 * consecutive statements. The driver corks the socket for each statement; this class uncorks it at the end of the turn. Without it a process reads
 * patron information at five sixths of the rate (docs/operations/performance.md).
 */
export class BatchingSocket extends DatabaseSocket {
  private isCollecting = false;

  override cork(): void {
    super.cork();
    if (this.isCollecting) return;
    this.isCollecting = true;
    super.cork();
    setImmediate(() => {
      this.isCollecting = false;
      this.uncork();
    });
  }
}
