import { importCommand } from '../../../src/cli/commands/import.command.js';

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
