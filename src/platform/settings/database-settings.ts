import * as z from 'zod';

/** The addresses of the database. */
export interface DatabaseConfig {
  /** Undefined to use the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** For migrations; undefined if they use `databaseUrl`. */
  readonly migrationDatabaseUrl: string | undefined;
  /** For the worker's own sessions; undefined if it uses `databaseUrl`. */
  readonly jobsDatabaseUrl: string | undefined;
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
};

type Given = z.infer<z.ZodObject<typeof databaseSettings>>;

/** @returns the problems of combinations of settings */
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
  };
}

/** Whether the address belongs to PgBouncer in transaction mode, marked as for Prisma: `?pgbouncer=true`. */
export function isPooled(databaseUrl: string): boolean {
  return new URL(databaseUrl).searchParams.get('pgbouncer') === 'true';
}
