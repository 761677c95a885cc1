/**
 * Writes Prisma's client, src/generated/prisma, from prisma/schema.prisma. This is what `prisma generate` does, without the
 * command line: that installs Prisma Studio, a development database and the drivers of other databases, 160 MB that nothing
 * here uses. Prisma calls both packages internal, so they are pinned to the very version of @prisma/client.
 */
import { createRequire } from 'node:module';

// The packages' ES modules import files without their extensions, which Node refuses.
const require = createRequire(import.meta.url);
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');
const { getGenerators, loadSchemaContext } = require('@prisma/internals');

const schemaContext = await loadSchemaContext({
  schemaPath: { cliProvidedPath: 'prisma/schema.prisma' },
  printLoadMessage: false,
});
const registry = { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } };
for (const generator of await getGenerators({ schemaContext, registry })) await generator.generate();
