import type { Addresses, Link } from '../../http/answers/addresses.js';
import type { TitleFacts } from './titles.service.js';

/** Pictures of a title, in up to four sizes; none when there is no picture and no covers are drawn. */
export interface ImagesRecord {
  readonly thumbnail?: Link;
  readonly cover?: Link;
  readonly cover150Wide?: Link;
  readonly cover300Wide?: Link;
}

/** The pictures that the title's record names; where it names none, the cover that the service draws, in every size. */
export function imagesOf(
  { images, reserveId }: Pick<TitleFacts, 'images' | 'reserveId'>,
  addresses: Addresses,
): ImagesRecord {
  if (Object.keys(images).length > 0) return images;
  const drawn = addresses.coverLink(reserveId);
  return drawn === undefined
    ? {}
    : { thumbnail: drawn, cover: drawn, cover150Wide: drawn, cover300Wide: drawn };
}
