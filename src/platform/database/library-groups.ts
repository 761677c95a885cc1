import { CLUSTER_VERSION } from './cluster.store.js';
import { type Statement, statement, type StatementRunner } from './statement.js';

/** The numbers of the libraries on one database node. Undefined: all libraries, on one PostgreSQL. */
export type LibraryGroup = readonly number[] | undefined;

/**
 * Every node has the directory, so this works while a node is down. Libraries without patrons are missing. The directory may have a hundred million
 * rows: the index is entered once for each library.
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

/** Uses a function and tables of Citus. Tables that are not distributed yet form one group, on the coordinator. */
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

/** Finds the libraries on each node: work on one node goes on while another is down. */
export class LibraryGroups {
  private groups: readonly LibraryGroup[] = [undefined];
  private readAt = -Infinity;
  private isCluster: boolean | undefined;

  constructor(private readonly connection: StatementRunner) {}

  /** Makes the next call read the list again. */
  forget(): void {
    this.readAt = -Infinity;
  }

  /** @returns groups that are up to ten seconds old: a library that has moved since is searched with its old neighbors */
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
   * The groups, and then all libraries, because libraries without patrons and new ones are in no group. On a plain PostgreSQL it is the only group.
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

  /** Makes a function of a search whose one parameter is the maximum number of rows. */
  some(): (connection: StatementRunner, group: LibraryGroup, most: number) => Promise<Row[]> {
    return (connection, group, most) => this.run(connection, group, most);
  }
}

/**
 * @param parameters the number of the search's parameters
 * @param textOf makes the SQL, given a condition on `website_id`
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
