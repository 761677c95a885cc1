import { type ErrorCode, Refusal } from '../../../src/domain/errors.js';

/** The code of the refusal that `act` throws; undefined if it throws none. */
export function refusalOf(act: () => void): ErrorCode | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
