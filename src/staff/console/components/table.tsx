import type { ComponentChildren, VNode } from 'preact';

export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row, index: number) => ComponentChildren;
  /** Figures are aligned at the right. */
  readonly isNumber?: boolean;
  /** The cell names its row. One column of a table should. */
  readonly isName?: boolean;
  /** The heading is a link that sorts by this column. */
  readonly sort?: Sort | undefined;
}

export interface Sort {
  readonly href: string;
  /** The present order by this column; undefined if the rows are sorted otherwise. */
  readonly now: 'ascending' | 'descending' | undefined;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Shown in place of a table without rows. */
  readonly empty?: string;
}

/** A table; on a narrow screen each row becomes a card, whose cells have the headings as labels. */
export function Table<Row>({ caption, columns, rows, empty = 'None.' }: TableProps<Row>): VNode {
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.heading} scope="col" class={classOf(column)} aria-sort={column.sort?.now}>
              {column.sort ? <a href={column.sort.href}>{column.heading}</a> : column.heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>{columns.map((column) => cellOf(column, row, index))}</tr>
        ))}
      </tbody>
    </table>
  );
}

function cellOf<Row>(column: Column<Row>, row: Row, index: number): VNode {
  const { heading, cell, isName } = column;
  return isName ? (
    <th key={heading} scope="row" data-label={heading} class={classOf(column)}>
      {cell(row, index)}
    </th>
  ) : (
    <td key={heading} data-label={heading} class={classOf(column)}>
      {cell(row, index)}
    </td>
  );
}

function classOf<Row>({ isNumber }: Column<Row>): string | undefined {
  return isNumber ? 'number' : undefined;
}
