import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { freshDatabase, type TestDatabase } from '../../support/database.js';
import { difference } from '../../support/stored/prisma-schema-engine.js';

const schemaFile = new URL('../../../prisma/schema.prisma', import.meta.url);

describe('schema.prisma and the migrations', () => {
  let database: TestDatabase;
  let schema: string;

  beforeAll(async () => {
    database = await freshDatabase();
    schema = await readFile(schemaFile, 'utf8');
  });

  afterAll(() => database.drop());

  test('describe the same tables', async () => {
    expect(await difference(database.url, schema)).toBe('');
  });

  test('differ if only the schema has a column', async () => {
    const changed = schema.replace('model Library {', 'model Library {\n  motto String?');

    expect(await difference(database.url, changed)).toContain(
      'ALTER TABLE "library" ADD COLUMN     "motto" TEXT',
    );
  });

  test('differ if only a migration has a column', async () => {
    const changed = await freshDatabase();
    await run(changed.url, 'ALTER TABLE "library" ADD COLUMN "motto" TEXT');

    expect(await difference(changed.url, schema)).toContain('ALTER TABLE "library" DROP COLUMN "motto"');
    await changed.drop();
  });
});

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
