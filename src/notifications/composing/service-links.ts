import type { Config } from '../../platform/settings/config.js';
import type { NoticeLibrary } from '../notice-types/notice-content.store.js';

/**
 * Adds the service's own addresses to a library: its shelf, where the button leads if the library has no address for titles, and the drawn covers of
 * titles without a picture.
 */
export function withServiceLinks<Library extends NoticeLibrary>(
  library: Library,
  websiteId: number,
  {
    shelf,
    publicUrl,
    drawnCovers,
    catalogUrl,
  }: Pick<Config, 'shelf' | 'publicUrl' | 'drawnCovers' | 'catalogUrl'>,
): Library {
  return {
    ...library,
    ...(shelf && { shelfUrl: `${publicUrl}/shelf?library=${websiteId}` }),
    ...(drawnCovers && { coversUrl: `${catalogUrl}/covers` }),
  };
}
