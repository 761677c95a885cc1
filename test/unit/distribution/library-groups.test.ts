import { LibraryGroups } from '../../../src/platform/database/library-groups.js';
import type { StatementRunner } from '../../../src/platform/database/statement.js';

/** A cluster of one node, which has the libraries that it says. */
class OneNode implements StatementRunner {
  libraries: readonly number[] = [];

  run<Row>({ name }: { readonly name: string }): Promise<Row[]> {
    const rows: Record<string, readonly object[]> = {
      'citus-version': [{}],
      'libraries-with-patrons': this.libraries.map((websiteId) => ({ websiteId })),
      'libraries-by-node': this.libraries.length > 0 ? [{ libraries: this.libraries }] : [],
    };
    return Promise.resolve((rows[name] ?? []) as Row[]);
  }
}

test('the libraries of the nodes are read again when they are to be forgotten, and otherwise seldom', async () => {
  const node = new OneNode();
  const groups = new LibraryGroups(node);
  expect(await groups.list()).toEqual([]);
  node.libraries = [37];
  expect(await groups.list()).toEqual([]);
  groups.forget();
  expect(await groups.list()).toEqual([[37]]);
  // Those without patrons are in none.
  expect(await groups.listAndAll()).toEqual([[37], undefined]);
});
