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

/** What may stand above a statement of the service: whoever loads its module. */
const LOADS = /\.test\.ts$|\/(?:every-statement|statement-origins)\.ts$|\/time-limit\.mjs$/;

/** Whether the service makes the statement, and not a test, which may let a function of the service make it. */
export function isOfService(statement: Statement): boolean {
  const files = originOf(statement).map(({ file }) => file);
  const maker = files.find((file) => !/\/(?:statement|statement-origins)\.ts$/.test(file)) ?? '';
  const isOfTest = files.some((file) => file.includes('/test/') && !LOADS.test(file));
  return maker.includes('/src/') && !isOfTest && !/^(?:test|wrong|right)-/.test(statement.name);
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
