import type { TitleId } from '../domain/titles/title-id.js';
import { type Connection, type Statement, statement } from '../platform/database/statement.js';

/** The column of `title` that an identifier is compared with. */
export type TitleColumn = 'reserve_id' | 'cross_ref_id';

/** One statement for each of the two identifiers of a title: a condition on both would use neither index. */
export type TitleStatements<Row> = Readonly<Record<TitleId['kind'], Statement<Row>>>;

export function byTitleId<Row>(
  name: string,
  textBy: (column: TitleColumn) => string,
  make: typeof statement = statement,
): TitleStatements<Row> {
  return {
    reserveId: make<Row>(`${name}-by-reserve-id`, textBy('reserve_id')),
    crossRefId: make<Row>(`${name}-by-cross-ref-id`, textBy('cross_ref_id')),
  };
}

/** Runs the statement for this kind of identifier. The identifier is its last value. */
export function runByTitleId<Row>(
  connection: Connection,
  statements: TitleStatements<Row>,
  values: readonly unknown[],
  title: TitleId,
): Promise<Row[]> {
  const id = title.kind === 'reserveId' ? title.reserveId : title.crossRefId;
  return connection.run(statements[title.kind], [...values, id]);
}
