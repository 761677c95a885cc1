import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** A call of Prisma Client in a store. */
export interface PrismaCall {
  /** Such as `src/cli/library.store.ts library.findMany`. */
  readonly name: string;
  readonly table: string;
  /** Its `where`, or what it creates, has the number of one library. */
  readonly namesLibrary: boolean;
}

/** Reads from the source which rows the calls of Prisma Client are about. */
export function prismaCalls(): PrismaCall[] {
  const { config } = ts.readConfigFile(`${PROJECT}/tsconfig.json`, (path) => ts.sys.readFile(path));
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, PROJECT);
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const tables = tablesByModel();
  const calls: PrismaCall[] = [];
  for (const source of program.getSourceFiles()) {
    if (!source.fileName.endsWith('.store.ts')) continue;
    const file = source.fileName.slice(PROJECT.length);
    const visit = (node: ts.Node): void => {
      const [model, operation] = ts.isCallExpression(node) ? calledIn(node) : [];
      const table = tables.get(model ?? '');
      if (table !== undefined && ts.isCallExpression(node))
        calls.push({
          name: `${file} ${model}.${operation}`,
          table,
          // Prisma counts related rows of all libraries, and joins the counts.
          namesLibrary: namesLibrary(node, checker) && !node.getText().includes('_count:'),
        });
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return calls;
}

/** By the name of the model in the client, such as `staffRole`. */
function tablesByModel(): ReadonlyMap<string, string> {
  const schema = readFileSync(`${PROJECT}/prisma/schema.prisma`, 'utf8');
  return new Map(
    Array.from(schema.matchAll(/^model (\w)(\w*) \{.*?@@map\("(\w+)"\)/gms), ([, first, rest, table]) => [
      `${first!.toLowerCase()}${rest}`,
      table!,
    ]),
  );
}

/** The model and the operation of `prisma.model.operation(…)`. */
function calledIn({ expression }: ts.CallExpression): [model: string, operation: string] | [] {
  if (!ts.isPropertyAccessExpression(expression)) return [];
  const model = expression.expression;
  if (!ts.isPropertyAccessExpression(model)) return [];
  const client = model.expression;
  const name = ts.isPropertyAccessExpression(client) ? client.name.text : client.getText();
  return ['prisma', 'transaction'].includes(name) ? [model.name.text, expression.name.text] : [];
}

function namesLibrary({ arguments: [argument] }: ts.CallExpression, checker: ts.TypeChecker): boolean {
  if (argument === undefined) return false;
  const rows = ['where', 'data', 'create']
    .map((member) => memberOf(checker.getTypeAtLocation(argument), member, checker))
    .filter((type) => type !== undefined);
  return rows.some((row) => {
    const one = checker.isArrayType(row) ? checker.getTypeArguments(row as ts.TypeReference)[0]! : row;
    const key = one.getProperties().find(({ name }) => name.startsWith('websiteId_'));
    const holder = key === undefined ? one : checker.getTypeOfSymbol(key);
    const library = memberOf(holder, 'websiteId', checker);
    return library !== undefined && (library.flags & ts.TypeFlags.NumberLike) !== 0;
  });
}

function memberOf(type: ts.Type, name: string, checker: ts.TypeChecker): ts.Type | undefined {
  const member = type.getProperty(name);
  return member && checker.getTypeOfSymbol(member);
}
