import pg from 'pg';

type Connected = NonNullable<Parameters<pg.Pool['connect']>[0]>;

/**
 * A pool that tells how long work waited for a connection, and may try again to make one. Work that finds an idle one is not
 * measured: it costs nothing.
 */
export class MeasuredPool extends pg.Pool {
  /** Called when work that found no idle connection has got one, or has given up. */
  onWaited: (seconds: number) => void = () => undefined;
  /** Called with the error when there is no connection. Resolves to whether to try again, when it is time. */
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
