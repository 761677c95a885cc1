import type { Config } from '../../platform/settings/config.js';
import type { NoticeLibrary } from '../notice-types/notice-content.store.js';

/** The library with its shelf, which the button leads to where the library has no address of a title. */
export function withShelfLink(
  library: NoticeLibrary,
  websiteId: number,
  { shelf, publicUrl }: Pick<Config, 'shelf' | 'publicUrl'>,
): NoticeLibrary {
  return shelf ? { ...library, shelfUrl: `${publicUrl}/shelf?library=${websiteId}` } : library;
}
