import type { Config } from '../../platform/settings/config.js';
import type { NoticeLibrary } from '../notice-types/notice-content.store.js';

/**
 * The library with the service's own addresses: its shelf, which the button leads to where the library has no address of a title, and
 * the covers that are drawn for titles without a picture.
 */
export function withServiceLinks(
  library: NoticeLibrary,
  websiteId: number,
  {
    shelf,
    publicUrl,
    drawnCovers,
    catalogUrl,
  }: Pick<Config, 'shelf' | 'publicUrl' | 'drawnCovers' | 'catalogUrl'>,
): NoticeLibrary {
  return {
    ...library,
    ...(shelf && { shelfUrl: `${publicUrl}/shelf?library=${websiteId}` }),
    ...(drawnCovers && { coversUrl: `${catalogUrl}/covers` }),
  };
}
