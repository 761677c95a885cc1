import { type ErrorCode, Refusal } from '../../src/domain/errors.js';

/** The code that `act` is refused with; undefined when it is permitted. */
export function refusalOf(act: () => void): ErrorCode | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
