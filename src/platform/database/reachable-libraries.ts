import { DatabaseUnavailable } from './failures.js';
import { type GroupSearch, type LibraryGroup, LibraryGroups } from './library-groups.js';
import type { Connection } from './statement.js';

/** Rows of the libraries whose database node answers. */
export interface ReachableRows<Row> {
  readonly rows: readonly Row[];
  /** The numbers of the libraries whose node does not answer. Always empty on a plain PostgreSQL. */
  readonly unreachable: readonly number[];
}

/** Searches many libraries at once, and skips those whose cluster node is down. */
export class ReachableLibraries {
  private readonly groups: LibraryGroups;

  constructor(private readonly connection: Connection) {
    this.groups = new LibraryGroups(connection);
  }

  /**
   * Runs one statement; only if that fails, one per node.
   * @param libraries undefined: all
   * @throws DatabaseUnavailable when more than a single node of a cluster does not answer
   */
  async search<Row>(
    search: GroupSearch<Row>,
    libraries: LibraryGroup,
    values: readonly unknown[] = [],
  ): Promise<ReachableRows<Row>> {
    try {
      return { rows: await search.run(this.connection, libraries, ...values), unreachable: [] };
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      const nodes = (await this.groups.list()).filter((node) => node !== undefined);
      if (nodes.length === 0) throw error;
      return this.searchNodes(nodes, search, libraries, values);
    }
  }

  private async searchNodes<Row>(
    nodes: readonly (readonly number[])[],
    search: GroupSearch<Row>,
    libraries: LibraryGroup,
    values: readonly unknown[],
  ): Promise<ReachableRows<Row>> {
    const rows: Row[] = [];
    const unreachable: number[] = [];
    for (const node of nodes) {
      const group = libraries === undefined ? node : node.filter((each) => libraries.includes(each));
      if (group.length === 0) continue;
      try {
        rows.push(...(await search.run(this.connection, group, ...values)));
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        unreachable.push(...group);
      }
    }
    return { rows, unreachable };
  }
}
