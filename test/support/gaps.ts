/** How long others wait for their turn in this thread, in milliseconds of its own time: a busy machine does not change that. */
export class Gaps {
  longest = 0;
  private isOver = false;
  private readonly watching = this.watch();

  async end(): Promise<void> {
    this.isOver = true;
    await this.watching;
  }

  private async watch(): Promise<void> {
    while (!this.isOver) {
      const before = process.threadCpuUsage();
      await new Promise((resolve) => setImmediate(resolve));
      const { user, system } = process.threadCpuUsage(before);
      this.longest = Math.max(this.longest, (user + system) / 1000);
    }
  }
}
