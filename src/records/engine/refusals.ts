import { Refusal } from '../../domain/errors.js';

/** @returns why the command was refused; undefined if it was not */
export async function refusalFrom(command: () => unknown): Promise<Refusal | undefined> {
  try {
    await command();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
