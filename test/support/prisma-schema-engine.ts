import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

/**
 * Prisma's schema engine, the part of `prisma migrate` that compares and applies, as WebAssembly: the native one would have
 * to be downloaded.
 */
export type SchemaEngine = bindings.SchemaEngine;

const filters = { externalTables: [], externalEnums: [] };

/** Works with an engine on one database. The schema is Prisma's source text. */
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

/** The SQL that would turn the database into what the schema says, or nothing. Blind to checks, functions, predicates. */
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

/** What `prisma migrate deploy` does with a folder. Its scripts may hold no `;` but at the end of a statement. */
export async function deployByPrisma(databaseUrl: string, folder: string): Promise<string[]> {
  const migrationsList = await listMigrations(folder);
  const { appliedMigrationNames } = await withSchemaEngine(databaseUrl, emptySchema, (engine) =>
    engine.applyMigrations({ migrationsList, filters }),
  );
  return appliedMigrationNames;
}

/** What `prisma migrate status` has to say of a database and a folder. */
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

/** In the order in which they are applied. */
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

/** Functions that the engine and its bindings call in each other. */
type Functions = Record<string, unknown>;

/** A global of Node.js whose types come only with those of browsers. */
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
    const imports = { ...bindings, ...timersThatLetGo() };
    const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': imports });
    // Neither of the two is in the package's types; a bundler would write these lines.
    (bindings as unknown as { __wbg_set_wasm: (exports: Functions) => void }).__wbg_set_wasm(
      instance.exports,
    );
    (instance.exports as { __wbindgen_start: () => void }).__wbindgen_start();
  })();
  return loading;
}

/** The engine gives up waiting for the lock after 10 s, and forgets to stop that timer: it must not keep a test run alive. */
function timersThatLetGo(): Functions {
  const names = Object.keys(bindings).filter((name) => name.startsWith('__wbg_setTimeout_'));
  const start = (callback: () => void, millis: number): NodeJS.Timeout =>
    setTimeout(callback, millis).unref();
  return Object.fromEntries(names.map((name) => [name, start]));
}

/**
 * The catalog's one-letter columns have the type `"char"`, which the engine expects and this adapter refuses (prisma issue
 * 29635). They are read as text and handed on as characters.
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
