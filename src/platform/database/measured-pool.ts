import pg from 'pg';

type Connected = Parameters<pg.Pool['connect']>[0];

/** A pool that tells how long work waited for a connection. Work that finds an idle one is not measured: it costs nothing. */
export class MeasuredPool extends pg.Pool {
  /** Called when work that found no idle connection has got one, or has given up. */
  onWaited: (seconds: number) => void = () => undefined;

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (this.idleCount > this.waitingCount)
      return connected === undefined ? super.connect() : super.connect(connected);
    const asked = performance.now();
    const answered = (): void => {
      this.onWaited((performance.now() - asked) / 1000);
    };
    if (connected === undefined) return super.connect().finally(answered);
    super.connect((...result) => {
      answered();
      connected(...result);
    });
  }
}
