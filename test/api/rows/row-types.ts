import ts from 'typescript';
import type { Place } from '../../support/stored/statement-origins.js';

/** A column as the type of a row has it. */
export interface Member {
  readonly name: string;
  /** What the type says, without null: `number`, `Date`, `string[]` … */
  readonly kind: string;
  readonly isNullable: boolean;
  /** The statement need not return it. */
  readonly isOptional: boolean;
}

export interface RowType {
  readonly members: readonly Member[];
  /** The type leaves open which other columns there are. */
  readonly isOpen: boolean;
}

/** Reads from the source which type the rows of a statement have. */
export class RowTypes {
  private readonly program: ts.Program;
  private readonly checker: ts.TypeChecker;

  /** @param files that define statements */
  constructor(project: string, files: readonly string[]) {
    const { config } = ts.readConfigFile(`${project}/tsconfig.check.json`, (path) => ts.sys.readFile(path));
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, project);
    this.program = ts.createProgram(files, options);
    this.checker = this.program.getTypeChecker();
  }

  /** @param places the calls that made the statement, the innermost first */
  rowOf(places: readonly Place[]): RowType {
    for (const place of places) {
      const call = this.callAt(place);
      const row = call && this.rowIn(this.checker.getTypeAtLocation(call));
      // In a function that makes statements of any type, its caller says of which.
      if (row !== undefined && !(row.flags & ts.TypeFlags.TypeParameter)) return this.typeOf(row);
    }
    throw new Error(
      `No statement is made at ${places.map(({ file, line }) => `${file}:${line}`).join(', ')}.`,
    );
  }

  private callAt({ file, line, column }: Place): ts.CallExpression | undefined {
    const source = this.program.getSourceFile(file);
    if (source === undefined || file.includes('/node_modules/')) return undefined;
    const position = source.getPositionOfLineAndCharacter(line - 1, column - 1);
    let found: ts.CallExpression | undefined;
    const visit = (node: ts.Node): void => {
      if (position < node.getStart(source) || position >= node.end) return;
      if (ts.isCallExpression(node) && position < node.expression.end) found = node;
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  }

  /** The `Row` of a `Statement<Row>`, of an object that has such statements, and of the `Promise<Row[]>` of `run`. */
  private rowIn(type: ts.Type): ts.Type | undefined {
    const awaited = this.checker.getAwaitedType(type) ?? type;
    if (this.checker.isArrayType(awaited))
      return this.checker.getTypeArguments(awaited as ts.TypeReference)[0];
    const row = type.getProperty('row');
    if (row !== undefined && type.getProperty('text') !== undefined)
      return (type.aliasTypeArguments ?? this.checker.getTypeArguments(type as ts.TypeReference))[0];
    for (const property of type.getProperties()) {
      const inner = this.checker.getTypeOfSymbol(property);
      if (inner.getProperty('row') !== undefined && inner.getProperty('text') !== undefined)
        return this.rowIn(inner);
    }
    return undefined;
  }

  private typeOf(row: ts.Type): RowType {
    const shapes = row.isUnion() ? row.types : [row];
    const names = new Set(shapes.flatMap((shape) => shape.getProperties().map(({ name }) => name)));
    return {
      members: Array.from(names, (name) => this.member(name, shapes)),
      isOpen: shapes.some((shape) => shape.getStringIndexType() !== undefined),
    };
  }

  private member(name: string, shapes: readonly ts.Type[]): Member {
    const found = shapes.map((shape) => shape.getProperty(name)).filter((symbol) => symbol !== undefined);
    const types = found.map((symbol) => this.checker.getTypeOfSymbol(symbol));
    const parts = types.flatMap((type) => (type.isUnion() ? type.types : [type]));
    const kinds = new Set(parts.filter((part) => !(part.flags & NOTHING)).map((part) => this.kindOf(part)));
    return {
      name,
      kind: [...kinds].sort().join(' | '),
      isNullable: parts.some((part) => part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Unknown)),
      isOptional:
        found.some((symbol) => symbol.flags & ts.SymbolFlags.Optional) || found.length < shapes.length,
    };
  }

  private kindOf(type: ts.Type): string {
    if (type.flags & ts.TypeFlags.NumberLike) return 'number';
    if (type.flags & ts.TypeFlags.StringLike) return 'string';
    if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
    if (this.checker.isArrayType(type)) {
      const [item] = this.checker.getTypeArguments(type as ts.TypeReference);
      const parts = item === undefined ? [] : item.isUnion() ? item.types : [item];
      const kinds = new Set(parts.filter((part) => !(part.flags & NOTHING)).map((part) => this.kindOf(part)));
      return `${[...kinds].sort().join(' | ')}[]`;
    }
    const name = type.getSymbol()?.name;
    if (name === 'Date' || name === 'Buffer') return name;
    return type.flags & ts.TypeFlags.Unknown ? 'unknown' : 'object';
  }
}

const NOTHING = ts.TypeFlags.Null | ts.TypeFlags.Undefined;
