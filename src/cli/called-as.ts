import { basename, relative } from 'node:path';
import process from 'node:process';

/** The part of the process that tells how the program was called. */
type Call = Pick<NodeJS.Process, 'argv' | 'env'>;

/** The command that starts the program again: by npm or Node in a checkout, by its name where it is installed. */
export function calledAs({ argv, env }: Call = process): string {
  const [, script = ''] = argv;
  if (basename(script) !== 'main.js') return env.npm_command === 'exec' ? 'npx holdfast' : 'holdfast';
  return env.npm_lifecycle_event === undefined ? `node ${relative('', script)}` : 'npm run -s holdfast --';
}

/** A command line of the program that can be pasted. @param words such as `doctor` */
export function commandLine(words: string): string {
  return `${calledAs()} ${words}`;
}

/** An argument, quoted for a shell. */
export function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
