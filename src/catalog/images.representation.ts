import type { Link } from '../http/addresses.js';
import type { TitleFacts } from './titles.service.js';

/** Pictures of a title, in up to four sizes; none of them when there is no picture. */
export interface ImagesRecord {
  readonly thumbnail?: Link;
  readonly cover?: Link;
  readonly cover150Wide?: Link;
  readonly cover300Wide?: Link;
}

export function imagesOf({ images }: Pick<TitleFacts, 'images'>): ImagesRecord {
  return images;
}
