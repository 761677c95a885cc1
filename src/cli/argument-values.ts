import { InvalidArgumentError } from 'commander';
import { MAX_ID, parseWholeNumber } from '../domain/numbers.js';

/** Reads an argument, or the value of an option, that is a whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = parseWholeNumber(text, min, max);
    if (value === undefined)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return value;
  };
}

/** Reads the number of a library or a patron. */
export const id = wholeNumber(1, MAX_ID);
