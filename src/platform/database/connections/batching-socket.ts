import { DatabaseSocket } from './database-socket.js';

/**
 * Sends all that the driver writes in one turn of the event loop in one system call: lookups of several requests share it, and the
 * statements that follow each other without waiting. The driver holds back what belongs to one statement, by `cork()`; this goes on until
 * the turn is over. Without it a process reads the information of patrons at five sixths of the rate (docs/operations/performance.md).
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
