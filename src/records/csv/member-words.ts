import { type CsvKind, memberNames, memberOf } from './csv-members.js';

/** A text in quotes is the file's own. */
const QUOTED_OR_NAME = /"(?:[^"\\]|\\.)*"|\b[a-z][a-zA-Z]*(?::[a-zA-Z-]*[a-zA-Z])?/g;
/** Such as `cardNumber`; others, such as `category`, are words already. */
const IS_CODED = /[A-Z:]/;

/** A sentence for staff: names of members become the words of the choices. */
export function inWords(kind: CsvKind, sentence: string): string {
  const names = new Set(memberNames(kind).filter((name) => IS_CODED.test(name)));
  return sentence.replaceAll(QUOTED_OR_NAME, (found) =>
    names.has(found) ? `“${memberOf(kind, found).words}”` : found,
  );
}
