import type { Config } from '../platform/config.js';
import type { NoticeLibrary } from './notice-content.store.js';

/** A library without its own address of a title has the shelf behind the button, where there is one. */
export function withShelfLink(
  library: NoticeLibrary,
  websiteId: number,
  { shelf, publicUrl }: Pick<Config, 'shelf' | 'publicUrl'>,
): NoticeLibrary {
  if (library.titleUrl !== null || !shelf) return library;
  return { ...library, titleUrl: `${publicUrl}/shelf?library=${websiteId}` };
}
