import { type Kind, kindOfFormat, KINDS } from '../../../domain/titles/kind.js';
import type { NamedFormat } from '../http/records.js';
import { textFor } from '../words/say.js';

function kindInWords(kind: Kind): string {
  return textFor('kinds', kind) ?? kind;
}

/** Of a title of which only the media is told, such as eBook. */
export function kindOfMedia(mediaType: string): string {
  return textFor('kinds', mediaType.toLowerCase()) ?? mediaType;
}

/** On its badge; a title with formats of two kinds is both. */
export function kindsInWords(formats: readonly NamedFormat[]): string[] {
  const kinds = formats.flatMap(({ id }) => kindOfFormat(id) ?? []);
  return [...new Set(kinds)].map(kindInWords);
}

/** The library's formats of each kind, as a search takes them. */
export function formatsByKind(formats: readonly NamedFormat[]): [kind: string, ids: string][] {
  return KINDS.flatMap((kind) => {
    const ids = formats.filter(({ id }) => kindOfFormat(id) === kind).map(({ id }) => id);
    return ids.length === 0 ? [] : [[kindInWords(kind), ids.join(',')] as [string, string]];
  });
}
