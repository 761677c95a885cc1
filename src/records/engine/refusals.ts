import { Refusal } from '../../domain/errors.js';

/** @returns the refusal; undefined if the command succeeded */
export async function refusalFrom(command: () => unknown): Promise<Refusal | undefined> {
  try {
    await command();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
