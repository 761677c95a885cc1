import { CLUSTER_VERSION } from './cluster.store.js';
import { type Statement, statement, type StatementRunner } from './statement.js';

/** The numbers of the libraries on one database node. Undefined: all libraries, on one PostgreSQL. */
export type LibraryGroup = readonly number[] | undefined;

/**
 * The directory is on every node, so that this also works while a node is down. A library without patrons is not in it. The directory may have a hundred million rows: the index is entered once for each library.
 */
const LIBRARIES = statement<{ websiteId: number }>(
  'libraries-with-patrons',
  `WITH RECURSIVE library AS (
       (SELECT website_id FROM patron_directory ORDER BY website_id LIMIT 1)
       UNION ALL
       SELECT (SELECT d.website_id FROM patron_directory d WHERE d.website_id > library.website_id
               ORDER BY d.website_id LIMIT 1)
       FROM library WHERE library.website_id IS NOT NULL)
   SELECT website_id AS "websiteId" FROM library WHERE website_id IS NOT NULL`,
);

/** A function of the cluster and its own tables. Tables that are not distributed yet are on the coordinator, as one group. */
const NODES = statement<{ libraries: number[] }>(
  'libraries-by-node',
  `SELECT array_agg(website_id ORDER BY website_id) AS libraries
   FROM unnest($1::int[]) AS website_id
   LEFT JOIN pg_dist_placement p ON p.shardid = (
     SELECT get_shard_id_for_distribution_column('library', website_id)
     FROM pg_dist_partition WHERE logicalrelid = 'library'::regclass AND partmethod = 'h')
   GROUP BY p.groupid ORDER BY p.groupid`,
);

const KEPT_MS = 10_000;

/** Tells which libraries are on the same node: work on one node goes on while another is down. */
export class LibraryGroups {
  private groups: readonly LibraryGroup[] = [undefined];
  private readAt = -Infinity;
  private isCluster: boolean | undefined;

  constructor(private readonly connection: StatementRunner) {}

  /** The next list is read anew. */
  forget(): void {
    this.readAt = -Infinity;
  }

  /** @returns groups that are up to ten seconds old: a library that has moved since is asked for with its old neighbours */
  async list(): Promise<readonly LibraryGroup[]> {
    this.isCluster ??= (await this.connection.run(CLUSTER_VERSION)).length > 0;
    if (!this.isCluster || performance.now() - this.readAt < KEPT_MS) return this.groups;
    const libraries = await this.connection.run(LIBRARIES);
    const nodes = await this.connection.run(NODES, [libraries.map(({ websiteId }) => websiteId)]);
    this.groups = nodes.map((node) => node.libraries);
    this.readAt = performance.now();
    return this.groups;
  }

  /**
   * The groups, and then all libraries: those without patrons, or new ones, are in no group, and have their titles and the last patron who
   * left to tell of. On one PostgreSQL it is the only group.
   */
  async listAndAll(): Promise<readonly LibraryGroup[]> {
    return [...new Set([...(await this.list()), undefined])];
  }
}

/** A search through the tables of several libraries: all of them, or those of a group. */
export class GroupSearch<Row> {
  constructor(
    readonly ofAll: Statement<Row>,
    readonly ofGroup: Statement<Row>,
  ) {}

  run(connection: StatementRunner, group: LibraryGroup, ...values: readonly unknown[]): Promise<Row[]> {
    return group === undefined
      ? connection.run(this.ofAll, values)
      : connection.run(this.ofGroup, [...values, group]);
  }

  /** As a function, of a search whose one parameter is how many rows to find at most. */
  some(): (connection: StatementRunner, group: LibraryGroup, most: number) => Promise<Row[]> {
    return (connection, group, most) => this.run(connection, group, most);
  }
}

/**
 * @param parameters how many the search has
 * @param textOf makes its text with a condition on `website_id`
 */
export function groupSearch<Row>(
  name: string,
  parameters: number,
  textOf: (inGroup: string) => string,
): GroupSearch<Row> {
  return new GroupSearch(
    statement<Row>(name, textOf('true')),
    statement<Row>(`${name}-in-group`, textOf(`website_id = ANY ($${parameters + 1}::int[])`)),
  );
}
