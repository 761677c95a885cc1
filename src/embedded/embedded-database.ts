import { existsSync } from 'node:fs';
import { type Cluster, openCluster } from './cluster.js';
import { type Lease, takeLease } from './lease.store.js';
import { EmbeddedDatabaseError } from './programs.js';
import type { ServerSettings } from './server.js';

export { EmbeddedDatabaseError };

/**
 * Opens the PostgreSQL database in a folder, which is created if necessary: joins the server that runs there, or starts one.
 * @param settings extra settings of the server, such as `{ fsync: 'off' }`; used only if this call starts it
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  settings?: ServerSettings,
): Promise<EmbeddedDatabase> {
  try {
    const cluster = await openCluster(dataDir);
    const lease = await takeLease(cluster, settings);
    return new EmbeddedDatabase(lease.url, cluster, settings, Promise.resolve(lease));
  } catch (error) {
    throw explained(error, dataDir);
  }
}

/** A running PostgreSQL, shared by all processes that open the same data folder. */
class EmbeddedDatabase {
  #released: Promise<void> | undefined;

  constructor(
    /** `postgres://…` URL of the database `holdfast`, including the password. */
    readonly url: string,
    private readonly cluster: Cluster,
    private readonly settings: ServerSettings | undefined,
    private lease: Promise<Lease>,
  ) {}

  /** Stops using the database. If no other process uses it, resolves after PostgreSQL has stopped. */
  release(): Promise<void> {
    this.#released ??= this.lease.catch(() => undefined).then((lease) => lease?.end());
    return this.#released;
  }

  /**
   * Watches the database until it is released. If PostgreSQL ends by itself, it is started again once, at the same URL. Resolves if the
   * database cannot return.
   * @param log called with one line whenever the database stops or returns
   */
  async watch(log: (line: string) => void): Promise<EmbeddedDatabaseError> {
    const { port } = new URL(this.url);
    try {
      await this.#loss();
      log('The embedded database has stopped. It is being started again.');
      this.lease = takeLease(this.cluster, { ...this.settings, port });
      if ((await this.lease).url !== this.url) throw new Error('it runs at another address now');
      log('The embedded database is back.');
      await this.#loss();
      throw new Error('it has stopped for the second time');
    } catch (error) {
      return explained(error, this.cluster.dataDir);
    }
  }

  async #loss(): Promise<void> {
    const { ended } = await this.lease;
    await ended;
    if (this.#released) await new Promise(() => undefined);
  }
}

function explained(error: unknown, dataDir: string): EmbeddedDatabaseError {
  if (error instanceof EmbeddedDatabaseError) return error;
  const { message } = error as Error;
  const log = `${dataDir}/postgresql.log`;
  const advice = `${existsSync(log) ? `See ${log}, or set` : 'Set'} DATA_DIR to a folder that Holdfast can write to`;
  return new EmbeddedDatabaseError(`The database in ${dataDir} can't be used: ${message}. ${advice}.`);
}
