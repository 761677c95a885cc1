import { createProgram } from 'ts-json-schema-generator';
import ts from 'typescript';
import { CONFIG, schemasOf } from './schemas.mjs';

/**
 * What the compiled code no longer knows, from one reading of the TypeScript: of each handler its comment and the name of the record that it
 * answers, and the schemas of records and of request classes. @param others the records that no handler answers
 */
export function readTypes(others) {
  const program = createProgram(CONFIG);
  const declarationsIn = (file) =>
    program
      .getSourceFiles()
      .filter(({ fileName }) => file.test(fileName))
      .flatMap(({ statements }) => statements.filter(({ name }) => name !== undefined));
  // Pages of the console are not described.
  const controllers = declarationsIn(/(?<!-pages)\.controller\.ts$/).filter(ts.isClassDeclaration);
  const handlers = controllers.flatMap((controller) => handlersOf(controller, program.getTypeChecker()));
  const names = new Set([...others, ...handlers.map(([, { answer }]) => answer)]);
  const records = declarationsIn(/\.representation\.ts$/).filter(({ name }) => names.has(name.text));
  const requests = declarationsIn(/\.requests\.ts$/).filter(ts.isClassDeclaration);
  return { handlers: Object.fromEntries(handlers), schemas: schemasOf(program, records, requests) };
}

/** Each by `Controller.handler`. */
function handlersOf(controller, checker) {
  const handlers = controller.members.filter((each) => ts.canHaveDecorators(each) && ts.getDecorators(each));
  return handlers.map((handler) => {
    const name = `${controller.name.text}.${handler.name.text}`;
    if (!ts.isMethodDeclaration(handler))
      throw new Error(`${name} is a field: request classes stand in a *.requests.ts.`);
    const comment = ts.getJSDocCommentsAndTags(handler).find(ts.isJSDoc);
    const remarks = comment?.tags?.find(({ tagName }) => tagName.text === 'remarks');
    return [
      name,
      { summary: textOf(comment), description: textOf(remarks), answer: answerOf(handler, checker, name) },
    ];
  });
}

/** Comments are wrapped in the code. */
function textOf(commented) {
  return ts.getTextOfJSDocComment(commented?.comment)?.replaceAll('\n', ' ');
}

/** Undefined: it answers nothing or a file, or does so by itself. */
function answerOf(handler, checker, name) {
  const returned = checker.getReturnTypeOfSignature(checker.getSignatureFromDeclaration(handler));
  const answered = checker.getAwaitedType(returned);
  if (answered.flags & ts.TypeFlags.Void) return undefined;
  const record = answered.aliasSymbol ?? answered.getSymbol();
  if (record?.name === 'FileAnswer') return undefined;
  if (record?.declarations[0].getSourceFile().fileName.endsWith('.representation.ts')) return record.name;
  throw new Error(`${name} must answer a record that has a name in a *.representation.ts.`);
}
