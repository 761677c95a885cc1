/** The largest number that can identify a title, a patron or a library: PostgreSQL's `integer`. */
export const MAX_ID = 2_147_483_647;

/** Plain decimal digits: no sign, no leading zero, no point, no exponent, no digits of other scripts. */
const CANONICAL = /^(?:0|[1-9][0-9]*)$/;

/**
 * `text` as a whole number from `min` to `max`, in its canonical form. Two systems that read a number must read the same one, so `07`, `7.0`,
 * `+7` and `1e1` are refused.
 */
export function parseWholeNumber(text: string, min: number, max: number): number | undefined {
  if (!CANONICAL.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}

/** `text` as the number of a title, a patron or a library. */
export function parseId(text: string): number | undefined {
  return parseWholeNumber(text, 1, MAX_ID);
}
