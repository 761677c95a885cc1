import * as z from 'zod';
import { trueOrFalse } from './setting-rules.js';

/** Where the database is. */
export interface DatabaseConfig {
  /** Undefined to use the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** For migrations; undefined if they use `databaseUrl`. */
  readonly migrationDatabaseUrl: string | undefined;
  /** For the worker's own sessions; undefined if it uses `databaseUrl`. */
  readonly jobsDatabaseUrl: string | undefined;
  /** Whether statements are prepared once per connection. Some poolers do not keep them. */
  readonly preparedStatements: boolean;
}

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
  .refine(
    (value) => URL.canParse(value),
    'must be an address such as postgres://user:password@host:5432/name',
  );

export const databaseSettings = {
  DATABASE_URL: postgresUrl.optional(),
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
  JOBS_DATABASE_URL: postgresUrl.optional(),
  PREPARED_STATEMENTS: trueOrFalse.default(true),
};

type Given = z.infer<z.ZodObject<typeof databaseSettings>>;

/** @returns what is wrong with settings that are valid one by one */
export function databaseProblems(given: Given): string[] {
  if (given.DATABASE_URL !== undefined) return [];
  return (['MIGRATION_DATABASE_URL', 'JOBS_DATABASE_URL'] as const)
    .filter((name) => given[name] !== undefined)
    .map((name) => `DATABASE_URL is missing: ${name} is another address of the same database`);
}

export function databaseConfigOf(given: Given): DatabaseConfig {
  return {
    databaseUrl: given.DATABASE_URL,
    migrationDatabaseUrl: given.MIGRATION_DATABASE_URL,
    jobsDatabaseUrl: given.JOBS_DATABASE_URL,
    preparedStatements: given.PREPARED_STATEMENTS,
  };
}
