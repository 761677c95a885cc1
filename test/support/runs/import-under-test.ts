import { readFile } from 'node:fs/promises';
import { Logger, type LoggerService } from '@nestjs/common';
import { Database } from '../../../src/platform/database/database.js';
import type {
  ImportOptions,
  ImportResult,
  RecordsImport,
  Rejection,
} from '../../../src/records/engine/records-import.js';
import type { OutboundPolicy } from '../../../src/platform/outbound/outbound-policy.js';
import { freshDatabase, IS_CLUSTER, NO_TIMEOUTS } from '../database.js';
import { type TestRecord, toLines } from '../records.js';

const imports = new WeakMap<Database, Promise<RecordsImport>>();

/** As the command does it. */
export async function importRecords(
  input: AsyncIterable<Buffer | string>,
  database: Database,
  options: ImportOptions = {},
  outbound?: OutboundPolicy,
): Promise<ImportResult> {
  const records = imports.get(database) ?? openImportOf(database, outbound);
  imports.set(database, records);
  return (await records).run(input, options);
}

async function openImportOf(database: Database, outbound?: OutboundPolicy): Promise<RecordsImport> {
  // Only here, because tests of processes need no part of the service in their own.
  const { openRecordsImport } = await import('../../../src/cli/command-context.js');
  // A command logs nothing; the service that a test has started does.
  const { staticInstanceRef } = Logger as unknown as { readonly staticInstanceRef?: LoggerService };
  const records = await openRecordsImport(database, outbound && { outbound, webhooksKeys: [] });
  Logger.overrideLogger(staticInstanceRef ?? false);
  return records;
}

/** An empty database, into which a test imports records. */
export interface ImportUnderTest {
  readonly database: Database;
  readonly url: string;
  /** Records become lines; strings are lines already. */
  import(...lines: readonly (TestRecord | string)[]): Promise<ImportOutcome>;
  rows<Row>(sql: string, ...values: unknown[]): Promise<Row[]>;
  /** Every row of every table, with the transaction that wrote it last; on a Citus cluster, which does not tell it, without. */
  dump(): Promise<Record<string, unknown[]>>;
  close(): Promise<void>;
}

export interface ImportOutcome extends Omit<ImportResult, 'effects' | 'blocksKept' | 'holdsBeyondRules'> {
  /** Such as `line 3: …`. */
  readonly reasons: readonly string[];
}

const WRITTEN_BY = IS_CLUSTER ? `'{}'::jsonb` : `jsonb_build_object('written_by', t.xmin::text)`;

export async function openImport(): Promise<ImportUnderTest> {
  const { url, ...clone } = await freshDatabase();
  const database = new Database({ url, poolSize: 4, ...NO_TIMEOUTS });
  const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
    database.run<Row>({ name: '', text }, values);
  return {
    database,
    url,
    rows,
    import: (...lines) => importStream(database, asStream(lines)),
    dump: async () => {
      const tables = await rows<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.tables
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE '\\_%' ORDER BY 1`,
      );
      const entries = tables.map(async ({ name }) => {
        const found = await rows<{ row: unknown }>(
          `SELECT ${WRITTEN_BY} || to_jsonb(t) AS row FROM ${name} t ORDER BY 1`,
        );
        return [name, found.map(({ row }) => row)] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    },
    close: async () => {
      await database.close();
      await clone.drop();
    },
  };
}

export async function importStream(
  database: Database,
  input: AsyncIterable<Buffer | string>,
): Promise<ImportOutcome> {
  const rejections: Rejection[] = [];
  const { applied, rejected, pinsRemoved } = await importRecords(input, database, {
    onRejected: (rejection) => rejections.push(rejection),
  });
  return {
    applied,
    rejected,
    pinsRemoved,
    reasons: rejections.map(({ line, message }) => `line ${line}: ${message}`),
  };
}

async function* asStream(lines: readonly (TestRecord | string)[]): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(toLines(line));
}

/** The outcome of an import that applied all its lines. */
export function allApplied(number: number): ImportOutcome {
  return { applied: number, rejected: 0, pinsRemoved: 0, reasons: [] };
}

/** The lines of a file of this project. */
export async function readLines(path: string): Promise<string[]> {
  const text = await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
  return text.trimEnd().split('\n');
}
