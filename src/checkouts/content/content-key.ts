import type { Config } from '../../platform/settings/config.js';
import { keptSecret } from '../../platform/settings/kept-secret.js';

/** The provider token of the key that signs addresses of content; the key is undefined when there is none. */
export const CONTENT_KEY = Symbol('ContentKey');

/**
 * The key in the settings. The embedded mode makes one at the first start and keeps it in the data folder, so that
 * downloads work without any setting.
 */
export async function contentKeyOf({
  contentKey,
  databaseUrl,
  dataDir,
}: Config): Promise<string | undefined> {
  if (contentKey !== undefined || databaseUrl !== undefined) return contentKey;
  return keptSecret(dataDir, 'content-key');
}
