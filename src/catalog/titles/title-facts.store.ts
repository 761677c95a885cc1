import type { FormatClass } from '../../domain/lending-period.js';

/** The data of a title that every answer has. */
export interface TitleFacts {
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly title: string;
  readonly subtitle: string | null;
  /** Null: no import has written the title since sort titles exist. */
  readonly sortTitle: string | null;
  readonly series: string | null;
  readonly creators: readonly Creator[];
  readonly formatClass: FormatClass;
  readonly formats: readonly string[];
  /** Language codes. */
  readonly languages: readonly string[];
  readonly images: Images;
  readonly starRating: number | null;
  /** Live holds and copies on loan in the library, as of the last recorded change. */
  readonly popularity: number;
  readonly dateAdded: Date;
  /** One of the collections has a copy. */
  readonly isOwned: boolean;
}

export interface Creator {
  readonly role: string;
  readonly name: string;
  readonly fileAs?: string;
}

type ImageSize = 'thumbnail' | 'cover' | 'cover150Wide' | 'cover300Wide';
/** Addresses in the library's records. */
type Images = Readonly<Partial<Record<ImageSize, { readonly href: string; readonly type: string }>>>;

/**
 * The columns of `TitleFacts` but for `isOwned`, of a title `t` and its queue `q`. The day in the title's record takes precedence over the
 * time at which the library got its first copy.
 */
export const FACTS = `
  t.reserve_id AS "reserveId", t.cross_ref_id AS "crossRefId", t.title, t.subtitle, t.sort_title AS "sortTitle", t.series,
  t.creators, t.format_class AS "formatClass", t.formats, t.languages, t.images, t.star_rating AS "starRating",
  q.popularity, COALESCE(t.added_date::timestamp AT TIME ZONE 'UTC', q.added_at) AS "dateAdded"`;

/** SQL for "one of the identifiers in these parameters names the title `t`". */
export const named = (reserveIds: string, crossRefIds: string): string =>
  `(t.reserve_id = ANY (${reserveIds}::uuid[]) OR t.cross_ref_id = ANY (${crossRefIds}::int[]))`;
