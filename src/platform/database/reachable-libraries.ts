import { DatabaseUnavailable } from './failures.js';
import { type GroupSearch, type LibraryGroup, LibraryGroups } from './library-groups.js';
import type { Connection } from './statement.js';

/** What was found in the libraries whose database node answers. */
export interface ReachableRows<Row> {
  readonly rows: readonly Row[];
  /** The numbers of the others. Always empty on one PostgreSQL: it answers, or it does not. */
  readonly unreachable: readonly number[];
}

/** Searches many libraries at once, and goes without those whose node of a cluster is down. */
export class ReachableLibraries {
  private readonly groups: LibraryGroups;

  constructor(private readonly connection: Connection) {
    this.groups = new LibraryGroups(connection);
  }

  /**
   * One statement; node by node only if that fails.
   * @param libraries only these; undefined: all
   * @throws DatabaseUnavailable when it is not only a node of a cluster that does not answer
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
