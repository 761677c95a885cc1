import { defineConfig } from 'prisma/config';

// Migrations are applied by the service itself, so Prisma's own engine for them is never run. Naming any file in its place keeps
// the command line from downloading it.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

const url = process.env.DATABASE_URL;

export default defineConfig({ schema: 'prisma/schema.prisma', ...(url && { datasource: { url } }) });
