import { definedStatements, type Statement } from '../../../src/platform/database/statement.js';

/** A place in a source file; line and column count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Where each statement was made: the calls, the innermost first. */
const places = new Map<Statement, readonly Place[]>();

Error.stackTraceLimit = 30;

/** Notes where the code stands that makes or sends this statement now. */
export function noteOrigin(statement: Statement): void {
  const lines = (new Error().stack ?? '').matchAll(/\(?(?:file:\/\/)?(\/[^\s()]+):(\d+):(\d+)\)?$/gm);
  places.set(
    statement,
    Array.from(lines, ([, file = '', line, column]) => ({
      file,
      line: Number(line),
      column: Number(column),
    })),
  );
}

export const originOf = (statement: Statement): readonly Place[] => places.get(statement) ?? [];

/** Tests name their statements so, also where a function of the service makes them. */
const NAMES_OF_TESTS = /^(?:invariant-)?(?:test|wrong|right)-/;

/** Whether the service makes the statement, and not a test. */
export function isOfService(statement: Statement): boolean {
  const maker = originOf(statement).find(({ file }) => !/\/(?:statement|statement-origins)\.ts$/.test(file));
  return maker?.file.includes('/src/') === true && !NAMES_OF_TESTS.test(statement.name);
}

/** The statement's name, or the place of a store that makes one without. */
export function labelOf(statement: Statement): string {
  if (statement.name !== '') return statement.name;
  const place = originOf(statement).find(({ file }) => /\/src\/(?!platform\/database\/statement)/.test(file));
  return place === undefined ? statement.text : `${place.file}:${place.line}`;
}

// Each worker loads this module before all others: see jest.config.mjs.
definedStatements.push = (...added) => {
  for (const statement of added) noteOrigin(statement);
  return Array.prototype.push.apply(definedStatements, added);
};
