import type { Database } from '../../platform/database/database.js';
import { CommandFailed } from '../command-failed.js';
import { obstaclesIn, planDistribution } from './distribution-plan.store.js';
import * as store from './distribution.store.js';

/** The oldest version on which this was tried. */
const MIN_VERSION = 13;

const NO_CITUS =
  'The extension citus is not installed in this database. Install Citus on every node, add it to ' +
  'shared_preload_libraries, create a database of this name on every node, and run CREATE EXTENSION citus in each.';
const NOT_COORDINATOR = 'This node is a worker. Set DATABASE_URL to the coordinator.';
const NO_ADDRESS = `The coordinator has no address for the workers. Call citus_set_coordinator_host('HOST', PORT) on it.`;
const NO_WORKERS = `The cluster has no workers. Call citus_add_node('HOST', PORT) on the coordinator for each.`;

/** What is missing before the tables can be distributed, one sentence each. */
export async function preflight(database: Database): Promise<string[]> {
  const version = await store.findCitusVersion(database);
  const obstacles = obstaclesIn(await store.readCatalog(database, version !== undefined));
  if (version === undefined) return [NO_CITUS, ...obstacles];
  const old = Number.parseInt(version) < MIN_VERSION;
  if (old) return [`Citus ${version} is too old: it must be ${MIN_VERSION} or later.`, ...obstacles];
  const { isCoordinator, knowsCoordinator, workers } = await store.readCluster(database);
  if (!isCoordinator) return [NOT_COORDINATOR];
  const missing = [...(knowsCoordinator ? [] : [NO_ADDRESS]), ...(workers > 0 ? [] : [NO_WORKERS])];
  const unreachable = await store.findUnreachableNodes(database);
  return [...missing, ...unreachable.map((node) => `A node cannot be reached: ${node}.`), ...obstacles];
}

/** The statements that are still to be run; none if every table is where it belongs. */
export async function findPlan(database: Database): Promise<string[]> {
  const version = await store.findCitusVersion(database);
  return planDistribution(await store.readCatalog(database, version !== undefined));
}

/**
 * Puts every table where it belongs, in one transaction. Requests wait until it is done.
 * @returns the statements that were run
 * @throws CommandFailed with all that is missing
 */
export async function distribute(database: Database): Promise<string[]> {
  const missing = await preflight(database);
  if (missing.length > 0) throw new CommandFailed(missing.join('\n'));
  return database.transaction(async (connection) => {
    await store.beginDistribution(connection);
    const plan = planDistribution(await store.readCatalog(connection, true));
    for (const step of plan) await store.executeStep(connection, step);
    return plan;
  });
}
