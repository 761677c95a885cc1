import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importCommand } from '../../../src/cli/commands/import.command.js';
import { TestLibrary } from '../test-library.js';

/** `holdfast import` in this process: what it prints. */
export async function runImportCommand(...options: string[]): Promise<{ output: string; errors: string }> {
  let [output, errors] = ['', ''];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void (output += `${line}\n`));
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    errors += String(text);
    return true;
  });
  await importCommand().parseAsync(options, { from: 'user' });
  return { output, errors };
}

/** A library for the tests of a file, into which the command imports, and a folder for its files. */
export function useImportCommand(opened: (library: TestLibrary, folder: string) => void): void {
  let folder: string;
  beforeAll(async () => {
    const library = await TestLibrary.open();
    folder = mkdtempSync(join(tmpdir(), 'holdfast-import-'));
    process.env.DATABASE_URL = library.service.databaseUrl;
    opened(library, folder);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    process.exitCode = 0;
  });
  afterAll(() => {
    delete process.env.DATABASE_URL;
    rmSync(folder, { recursive: true });
  });
}
