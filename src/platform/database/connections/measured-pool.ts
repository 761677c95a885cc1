import pg from 'pg';

type Connected = NonNullable<Parameters<pg.Pool['connect']>[0]>;

/** A pool that measures how long work waits for a connection, and can retry to open one. Work that finds an idle connection is not measured. */
export class MeasuredPool extends pg.Pool {
  /** Called when work that found no idle connection gets one, or gives up. */
  onWaited: (seconds: number) => void = () => undefined;
  /** Called with the error when no connection can be opened. Resolves, when it is time, to whether to try again. */
  mayTryAgain: (error: unknown) => Promise<boolean> = () => Promise.resolve(false);

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (this.idleCount > this.waitingCount)
      return connected === undefined ? super.connect() : super.connect(connected);
    const asked = performance.now();
    const connection = this.connectPatiently().finally(() => {
      this.onWaited((performance.now() - asked) / 1000);
    });
    if (connected === undefined) return connection;
    connection.then(
      (client) => {
        connected(undefined, client, client.release.bind(client));
      },
      (error: unknown) => {
        connected(error as Error, undefined, () => undefined);
      },
    );
  }

  private async connectPatiently(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if (!(await this.mayTryAgain(error))) throw error;
      }
    }
  }
}
