import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pg from 'pg';

/**
 * Prisma's schema engine, which compares schemas and applies migrations, as WebAssembly: the native one would need a
 * download.
 */
export type SchemaEngine = bindings.SchemaEngine;

const filters = { externalTables: [], externalEnums: [] };

/** Runs `work` with an engine on one database. The schema is Prisma's source text. */
export async function withSchemaEngine<Result>(
  databaseUrl: string,
  schema: string,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  await load();
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const engine = await bindings.SchemaEngine.new(
    { datamodels: [['schema.prisma', schema]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(readingCharacters(new PrismaPg(pool))),
  );
  try {
    return await work(engine);
  } finally {
    engine.free();
    await pool.end();
  }
}

/** The SQL that changes the database to the schema; empty if they agree. It ignores checks, functions and predicates. */
export async function difference(databaseUrl: string, schema: string): Promise<string> {
  const files = [{ path: 'schema.prisma', content: schema }];
  const { exitCode, stdout } = await withSchemaEngine(databaseUrl, schema, (engine) =>
    engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: '.' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters,
    }),
  );
  return exitCode === 0 ? '' : (stdout ?? '');
}

/** Does the same as `prisma migrate deploy`. The scripts may have a `;` only at the end of a statement. */
export async function deployByPrisma(databaseUrl: string, folder: string): Promise<string[]> {
  const migrationsList = await listMigrations(folder);
  const { appliedMigrationNames } = await withSchemaEngine(databaseUrl, emptySchema, (engine) =>
    engine.applyMigrations({ migrationsList, filters }),
  );
  return appliedMigrationNames;
}

/** The result of `prisma migrate status`. */
export async function statusByPrisma(
  databaseUrl: string,
  folder: string,
): Promise<bindings.DiagnoseMigrationHistoryOutput> {
  const migrationsList = await listMigrations(folder);
  return withSchemaEngine(databaseUrl, emptySchema, (engine) =>
    engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters }),
  );
}

const emptySchema = 'datasource db {\n  provider = "postgresql"\n}\n';

/** In the order of application. */
export async function migrationNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

async function listMigrations(folder: string): Promise<bindings.MigrationList> {
  const migrationDirectories = await Promise.all(
    (await migrationNames(folder)).map(async (path): Promise<bindings.MigrationDirectory> => {
      const value = await readFile(join(folder, path, 'migration.sql'), 'utf8');
      return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } } };
    }),
  );
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: null },
    shadowDbInitScript: '',
    migrationDirectories,
  };
}

/** Functions that the engine and its bindings exchange. */
type Functions = Record<string, unknown>;

/** A global of Node.js whose types come only with the browser's. */
declare const WebAssembly: {
  instantiate(
    binary: Uint8Array,
    imports: Record<string, Functions>,
  ): Promise<{ instance: { exports: Functions } }>;
};

let loading: Promise<void> | undefined;

function load(): Promise<void> {
  loading ??= (async () => {
    const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
    const binary = await readFile(join(dirname(glue), 'schema_engine_bg.wasm'));
    const imports = { ...bindings, ...unrefTimers() };
    const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': imports });
    // The package's types lack both, because usually a bundler generates these calls.
    (bindings as unknown as { __wbg_set_wasm: (exports: Functions) => void }).__wbg_set_wasm(
      instance.exports,
    );
    (instance.exports as { __wbindgen_start: () => void }).__wbindgen_start();
  })();
  return loading;
}

/** The engine does not clear its timer for the 10 s lock timeout, which must not keep a test run alive. */
function unrefTimers(): Functions {
  const names = Object.keys(bindings).filter((name) => name.startsWith('__wbg_setTimeout_'));
  const start = (callback: () => void, millis: number): NodeJS.Timeout =>
    setTimeout(callback, millis).unref();
  return Object.fromEntries(names.map((name) => [name, start]));
}

/**
 * PostgreSQL's one-letter catalog columns have the type `"char"`, which the engine expects and this adapter refuses (prisma
 * issue 29635). So this reads them as text and passes them on as characters.
 */
function readingCharacters(
  inner: SqlMigrationAwareDriverAdapterFactory,
): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: inner.provider,
    adapterName: inner.adapterName,
    connectToShadowDb: () => inner.connectToShadowDb(),
    async connect() {
      const adapter = await inner.connect();
      const queryRaw = adapter.queryRaw.bind(adapter);
      adapter.queryRaw = async (query) => {
        const sql = query.sql.replace(/\b(?:con|constr)\.(?:contype|confdeltype|confupdtype)\b/g, '$&::text');
        return withCharacters(await queryRaw({ ...query, sql }));
      };
      return adapter;
    },
  };
}

function withCharacters(result: SqlResultSet): SqlResultSet {
  const columnTypes = result.columnTypes.map((type, index) =>
    /^(?:constraint_type|confdeltype|confupdtype)$/.test(result.columnNames[index] ?? '')
      ? ColumnTypeEnum.Character
      : type,
  );
  return { ...result, columnTypes };
}
