import { DatabaseError } from 'pg';
import { asFailure, DatabaseUnavailable } from '../../../src/platform/database/failures.js';
import { CLUSTER_VERSION } from '../../../src/platform/database/cluster.store.js';
import { groupSearch } from '../../../src/platform/database/library-groups.js';
import { ReachableLibraries } from '../../../src/platform/database/reachable-libraries.js';
import type { Connection, Statement } from '../../../src/platform/database/statement.js';

/** What staff see while a node of a cluster is down. The database is played here; test/api/distribution has a real cluster. */

const SEARCH = groupSearch<{ websiteId: number }>(
  'test-reachable',
  1,
  (inGroup) => `SELECT website_id FROM library WHERE ${inGroup}`,
);

/** As Citus reports a worker that does not answer. */
function nodeDown(): unknown {
  const error = new DatabaseError('connection to the remote node failed', 1, 'error');
  return asFailure(Object.assign(error, { code: '08006', severity: 'ERROR' }));
}

interface Cluster {
  /** The libraries of each node. None: one PostgreSQL. */
  readonly nodes: readonly (readonly number[])[];
  readonly down: readonly number[];
  readonly failure?: () => unknown;
}

function connectionTo({ nodes, down, failure = nodeDown }: Cluster): {
  connection: Connection;
  sent: string[];
} {
  const sent: string[] = [];
  const answer = ({ name, text }: Statement, values: readonly unknown[]): unknown[] => {
    sent.push(name);
    if (name === CLUSTER_VERSION.name) return nodes.length > 0 ? [{}] : [];
    if (name === 'libraries-with-patrons') return nodes.flat().map((websiteId) => ({ websiteId }));
    if (name === 'libraries-by-node') return nodes.map((libraries) => ({ libraries }));
    const wanted = text.includes('= ANY') ? (values.at(-1) as readonly number[]) : [1, 2, 3, 4];
    if (wanted.some((each) => down.includes(each))) throw failure() as Error;
    return wanted.map((websiteId) => ({ websiteId }));
  };
  const connection = {
    run: (each: Statement, values: readonly unknown[] = []) =>
      // A refused statement refuses its promise.
      Promise.resolve().then(() => answer(each, values)),
  } as Connection;
  return { connection, sent };
}

const find = (cluster: Cluster, libraries?: readonly number[]) => {
  const { connection, sent } = connectionTo(cluster);
  const found = new ReachableLibraries(connection).search(SEARCH, libraries, [0]);
  return { found, sent };
};

const row = (websiteId: number): object => ({ websiteId });
const TWO_NODES = [
  [1, 3],
  [2, 4],
];

test('all libraries take one statement', async () => {
  const { found, sent } = find({ nodes: TWO_NODES, down: [] });
  expect(await found).toEqual({ rows: [1, 2, 3, 4].map(row), unreachable: [] });
  expect(sent).toEqual(['test-reachable']);
});

test('while a node is down, the libraries of the others are searched, and its own are named', async () => {
  const { found } = find({ nodes: TWO_NODES, down: [1, 3] });
  expect(await found).toEqual({ rows: [2, 4].map(row), unreachable: [1, 3] });
});

test('of some libraries, only those are searched and named', async () => {
  expect(await find({ nodes: TWO_NODES, down: [1, 3] }, [1, 2]).found).toEqual({
    rows: [row(2)],
    unreachable: [1],
  });
  const { found, sent } = find({ nodes: TWO_NODES, down: [1, 3] }, [4]);
  expect(await found).toEqual({ rows: [row(4)], unreachable: [] });
  expect(sent).toEqual(['test-reachable-in-group']);
});

test('one PostgreSQL that is away is away', async () => {
  await expect(find({ nodes: [], down: [1] }).found).rejects.toBeInstanceOf(DatabaseUnavailable);
});

test('a fault is not hidden', async () => {
  const failure = (): unknown => new TypeError('a fault of the program');
  await expect(find({ nodes: TWO_NODES, down: [1], failure }).found).rejects.toBeInstanceOf(TypeError);
});
