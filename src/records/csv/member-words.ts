import type { CsvMapping } from './csv-mapping.js';
import { type CsvKind, memberNames, memberOf, partsOf, recordMember } from './csv-members.js';

/** A text in quotes is the file's own. */
const QUOTED_OR_NAME = /"(?:[^"\\]|\\.)*"|\b[a-z][a-zA-Z]*(?::[a-zA-Z-]*[a-zA-Z])?/g;
/** Such as `cardNumber`; others, such as `category`, are words already. */
const IS_CODED = /^[^"]*[A-Z:]/;

/** A sentence for staff: names of members become the words of the choices. */
export function inWords(kind: CsvKind, sentence: string): string {
  const names = new Set(memberNames(kind));
  return renamed(sentence, (name) => (names.has(name) ? `“${memberOf(kind, name).words}”` : undefined));
}

/** A sentence for who has the file: names of members become those of its columns. */
export function byColumns(mapping: CsvMapping, sentence: string): string {
  const columns = new Map(
    mapping.flatMap(({ column, member }) =>
      partsOf(member).map((part) => [recordMember(part), column] as const),
    ),
  );
  return renamed(sentence, (name) => {
    const column = columns.get(name);
    return column == null ? undefined : JSON.stringify(column);
  });
}

function renamed(sentence: string, nameOf: (member: string) => string | undefined): string {
  return sentence.replaceAll(QUOTED_OR_NAME, (found) =>
    IS_CODED.test(found) ? (nameOf(found) ?? found) : found,
  );
}
