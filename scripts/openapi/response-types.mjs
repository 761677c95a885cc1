import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * What each handler answers, by `Controller.handler`: the name of the record in its return type, or null when it answers
 * nothing or does so by itself. Pages of the console are not described.
 */
export function readResponseTypes() {
  const files = globSync('src/**/*.controller.ts', {
    exclude: ['src/staff/**/*-pages.controller.ts'],
  }).sort();
  return Object.fromEntries(files.flatMap((file) => classesIn(file).flatMap(responseTypesOf)));
}

function classesIn(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isClassDeclaration);
}

function responseTypesOf(controller) {
  // What is private answers no request.
  const isPrivate = ({ modifiers = [] }) =>
    modifiers.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
  const handlers = controller.members.filter(ts.isMethodDeclaration).filter((method) => !isPrivate(method));
  return handlers.map((handler) => {
    const name = `${controller.name.text}.${handler.name.text}`;
    return [name, recordIn(handler.type?.getText() ?? '', name)];
  });
}

function recordIn(type, name) {
  const answered = /^Promise<(.*)>$/s.exec(type)?.[1] ?? type;
  if (answered === 'void') return null;
  if (!/^\w+$/.test(answered))
    throw new Error(`${name} must answer a record that has a name, not ${answered}.`);
  return answered;
}
