import { type DateOrder, formatClassesIn, isNothing, ordersOf, tidy } from './csv-cells.js';
import { type CsvMapping, headerProblem, usedOf } from './csv-mapping.js';
import {
  type ColumnNames,
  type CsvKind,
  type CsvMember,
  memberNames,
  memberOf,
  plainName,
  recordMember,
} from './csv-members.js';

/** The header and the first rows of a file, by which columns are recognized. */
export interface CsvBeginning {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ChosenColumns {
  readonly mapping: CsvMapping;
  /** Questions that only staff can answer. Each completes "row 1 …". */
  readonly questions: readonly string[];
}

/** Takes the first kept mapping that fits the file, or else guesses one. */
export function chooseMapping(
  kind: CsvKind,
  beginning: CsvBeginning,
  ...kept: readonly (CsvMapping | null | undefined)[]
): ChosenColumns {
  const guess = guessMapping(kind, beginning);
  const fitting = kept
    .filter((mapping) => mapping != null)
    .map((mapping) => completed(kind, mapping, beginning))
    .find(
      ({ mapping }) =>
        headerProblem(kind, mapping, beginning.columns) === undefined &&
        !isOfAnotherList(mapping, beginning, guess.mapping),
    );
  if (fitting === undefined) return guess;
  const contradictions = fitting.mapping.flatMap((each) => contradictionIn(each, beginning));
  return { ...fitting, questions: [...fitting.questions, ...contradictions] };
}

/** Completes a partial mapping, which answers a question, with guesses for the other members. */
export function completed(
  kind: CsvKind,
  mapping: CsvMapping,
  { columns, rows }: CsvBeginning,
): ChosenColumns {
  const named = new Set(mapping.map(({ column }) => column));
  const isWhole = mapping.length > 1 && headerProblem(kind, mapping, columns) === undefined;
  if (isWhole || !columns.some((column) => named.has(column))) return { mapping, questions: [] };
  const isOpen = (_: string, index: number): boolean => !named.has(columns[index] ?? '');
  const others = { columns: columns.filter(isOpen), rows: rows.map((row) => row.filter(isOpen)) };
  const guess = guessMapping(kind, others);
  const said = new Set(mapping.map(({ member }) => recordMember(member)));
  const likely = guess.mapping.filter(({ member }) => !said.has(recordMember(member)));
  return { mapping: [...mapping, ...likely], questions: guess.questions };
}

/** A list's dates have another order than before: half of them could be misread. */
function contradictionIn({ column, member }: CsvMapping[number], { columns, rows }: CsvBeginning): string[] {
  const [, order] = /:((?:day|month)-first)$/.exec(member) ?? [];
  if (column === null || order === undefined) return [];
  const at = columns.indexOf(column);
  const found = orderIn(rows.map((row) => tidy(row[at])));
  if (found === undefined || found === order) return [];
  return [
    `has days in ${JSON.stringify(column)} that are ${found}, and the mapping that is kept says ${member}: change it, or the file`,
  ];
}

/** A mapped column is missing in the file, and another column probably has its member. */
function isOfAnotherList(kept: CsvMapping, { columns }: CsvBeginning, guess: CsvMapping): boolean {
  const there = new Set(usedOf(kept, columns));
  const missing = new Set(kept.filter((each) => !there.has(each)).map(({ member }) => recordMember(member)));
  const used = new Set(kept.map(({ column }) => column));
  return guess.some(({ column, member }) => !used.has(column) && missing.has(recordMember(member)));
}

/** Chooses for each member the column with the best name; none if two are equally good. */
export function guessMapping(kind: CsvKind, beginning: CsvBeginning): ChosenColumns {
  const guess = new Guess(kind, beginning);
  guess.choose();
  return { mapping: guess.mapping, questions: guess.questions };
}

/** Counts the names that belong to a member. */
export function knownNames(kind: CsvKind, columns: readonly string[]): number {
  const names = memberNames(kind);
  const known = new Set(
    names.flatMap((name) => ranksOf(kind, name).flatMap((rank) => rank.names.split(' '))),
  );
  return columns.filter((column) => names.includes(column) || known.has(plainName(column))).length;
}

interface Column {
  readonly name: string;
  /** In lower-case letters and digits. */
  readonly plain: string;
  readonly cells: readonly string[];
  /** Whether every row has a value, and whether any has. */
  readonly isFull: boolean;
  readonly isEmpty: boolean;
}

/** A file of hundreds of columns of days keeps nobody waiting. */
const MAX_CELLS_COMPARED = 2_000;

class Guess {
  readonly questions: string[] = [];
  private readonly columns: readonly Column[];
  private readonly chosen = new Map<Column, string>();
  private readonly tied = new Set<Column>();

  constructor(
    private readonly kind: CsvKind,
    { columns, rows }: CsvBeginning,
  ) {
    this.columns = columns.map((name, index) => {
      const cells = rows.map((row) => tidy(row[index])).filter((cell) => !isNothing(cell));
      const isFull = cells.length === rows.length;
      return { name, plain: plainName(name), cells, isFull, isEmpty: cells.length === 0 };
    });
  }

  get mapping(): CsvMapping {
    return this.columns.flatMap((column) => {
      const member = this.chosen.get(column);
      return member === undefined ? [] : [{ column: column.name, member, values: {} }];
    });
  }

  choose(): void {
    for (const name of memberNames(this.kind)) {
      const member = memberOf(this.kind, name);
      const ranks = ranksOf(this.kind, name).map((rank) => this.columnsOf(rank));
      if (member.isOfSeveral === true) for (const column of ranks.flat()) this.chosen.set(column, name);
      else this.chooseOne(name, member, ranks);
    }
    if (this.kind === 'patrons') this.chooseNumberAndCard();
    if (this.kind === 'titles') this.chooseFormatByIsbn();
  }

  private columnsOf(rank: ColumnNames): Column[] {
    const { beside, suits = () => true } = rank;
    if (beside !== undefined && !this.columns.some(({ plain }) => plain === beside)) return [];
    const names = new Set<string>();
    return this.columns.filter((column) => {
      // A repeated name is refused where it is used.
      if (this.chosen.has(column) || this.tied.has(column) || names.has(column.name)) return false;
      names.add(column.name);
      return isCalled(column, rank) && column.cells.every(suits);
    });
  }

  private chooseOne(name: string, { isKey, isDay }: CsvMember, ranks: readonly (readonly Column[])[]): void {
    const good = (column: Column): boolean => (isKey === true ? column.isFull : !column.isEmpty);
    const best =
      ranks.map((rank) => rank.filter(good)).find((rank) => rank.length > 0) ??
      ranks.map((rank) => rank.filter(({ isEmpty }) => !isEmpty)).find((rank) => rank.length > 0) ??
      ranks.find((rank) => rank.length > 0);
    const [first, ...others] = best ?? [];
    if (first === undefined) return;
    const different = others.filter(({ cells }) => cells.join('\n') !== first.cells.join('\n'));
    if (different.length > 0) {
      for (const column of [first, ...others]) this.tied.add(column);
      const columns = [first, ...different].map((column) => JSON.stringify(column.name)).join(' and ');
      this.questions.push(`has ${columns}, which could both be ${name}: say which one is`);
      return;
    }
    this.chosen.set(first, isDay === true ? this.dayMember(name, first) : name);
  }

  /** Decides the order by the dates of the column, or else by the file's other dates. */
  private dayMember(name: string, column: Column): string {
    const cells = column.cells.filter((cell) => ordersOf(cell).length > 0);
    if (cells.length === 0) return name;
    const others = new Set(this.columns.flatMap((each) => each.cells));
    const order = orderIn(cells) ?? orderIn([...others].slice(0, MAX_CELLS_COMPARED));
    if (order !== undefined) return `${name}:${order}`;
    this.questions.push(
      `has ${JSON.stringify(column.name)}, whose days can be read in two ways: say whether it is ${name}:day-first or ${name}:month-first`,
    );
    return name;
  }

  /** Symphony has one number for both. */
  private chooseNumberAndCard(): void {
    const isChosen = [...this.chosen.values()].some((name) =>
      /^(?:patronId|externalId|cardNumber)$/.test(name),
    );
    const [column] = this.columnsOf({ names: 'userid' });
    if (!isChosen && this.tied.size === 0 && column !== undefined)
      this.chosen.set(column, 'externalId:and-cardNumber');
  }

  /** Catalogers write the edition beside an ISBN. */
  private chooseFormatByIsbn(): void {
    if ([...this.chosen.values()].includes('formatClass')) return;
    for (const [column, name] of this.chosen)
      if (
        name === 'isbn' &&
        column.cells.filter((cell) => formatClassesIn(cell).length === 1).length > column.cells.length / 2
      )
        this.chosen.set(column, 'isbn:and-formatClass');
  }
}

/** An exact name of a member is no guess. */
function ranksOf(kind: CsvKind, name: string): readonly ColumnNames[] {
  return [{ names: name }, ...(memberOf(kind, name).names ?? [])];
}

function isCalled({ name, plain }: Column, { names }: ColumnNames): boolean {
  return names === name || names.split(' ').includes(plain);
}

/** Undefined if every date can be read in both orders, or if different dates need different orders. */
function orderIn(cells: readonly string[]): DateOrder | undefined {
  const orders = new Set(cells.map(ordersOf).flatMap((each) => (each.length === 1 ? each : [])));
  const [order, ...others] = orders;
  return others.length === 0 ? order : undefined;
}
