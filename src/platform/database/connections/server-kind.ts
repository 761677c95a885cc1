import { withClient } from '../client.js';
import { isPooled } from '../../settings/database-settings.js';
import { CLUSTER_VERSION } from '../cluster.store.js';

/** A plain PostgreSQL, or a node of a Citus cluster: the coordinator, or a worker node, which has the rows of some libraries. */
export type ServerKind = 'one-server' | 'coordinator' | 'worker-node';

/** A pooler that is not marked in its address refuses these settings at the start, rather than at the first request. */
const SETTINGS = { statement_timeout: 5_000 };

/** @throws the driver's own error if the connection fails */
export function findServerKind(databaseUrl: string): Promise<ServerKind> {
  return withClient(databaseUrl, isPooled(databaseUrl) ? {} : SETTINGS, async (session) => {
    const { rowCount } = await session.query(CLUSTER_VERSION.text);
    if (rowCount === 0) return 'one-server';
    const { rows } = await session.query<{ yes: boolean }>('SELECT citus_is_coordinator() AS yes');
    return rows[0]?.yes === true ? 'coordinator' : 'worker-node';
  });
}
