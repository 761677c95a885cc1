import { createInterface } from 'node:readline';
import { CommandFailed } from '../command-failed.js';

/** Asks one question, and resolves to what is typed. */
export type Ask = (question: string) => Promise<string>;

/**
 * Holds a dialog at a terminal. Lines that are typed, or pasted, ahead answer the questions that follow.
 * @throws CommandFailed when it is ended by Ctrl-C or Ctrl-D
 */
export async function inDialog<Result>(
  work: (ask: Ask) => Promise<Result>,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stdout,
): Promise<Result> {
  const dialog = createInterface({ input, output });
  let isOpen = true;
  dialog.once('close', () => (isOpen = false));
  const lines = dialog[Symbol.asyncIterator]();
  try {
    return await work(async (question) => {
      dialog.setPrompt(question);
      if (isOpen) dialog.prompt();
      const line = await lines.next();
      if (line.done === true) throw new CommandFailed('\nNothing was changed.');
      return line.value.trim();
    });
  } finally {
    dialog.close();
  }
}
