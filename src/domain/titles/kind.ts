import type { FormatClass } from '../lending-period.js';

/** Kinds of titles, in the words of patrons. */
export const KINDS = ['ebook', 'audiobook', 'video', 'magazine'] as const;
export type Kind = (typeof KINDS)[number];

/** The ids of formats begin with the kind. */
const KIND = new RegExp(`^(${KINDS.join('|')})-`);

const OF_CLASS: Readonly<Record<FormatClass, Kind>> = {
  eBook: 'ebook',
  Audiobook: 'audiobook',
  Video: 'video',
};

/** Undefined: the format's id does not tell. */
export function kindOfFormat(id: string): Kind | undefined {
  return KIND.exec(id)?.[1] as Kind | undefined;
}

/**
 * The kinds of the formats, because magazines are lent as e-books; if no format tells, that of the class.
 * @param formats their ids
 */
export function kindsOf(formats: readonly string[], formatClass: FormatClass): Kind[] {
  const kinds = formats.flatMap((id) => kindOfFormat(id) ?? []);
  return kinds.length === 0 ? [OF_CLASS[formatClass]] : [...new Set(kinds)];
}
