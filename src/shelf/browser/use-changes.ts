import { useEffect } from 'preact/hooks';
import type { ApiClient } from './http/api-client.js';
import { followChanges, type KnownChanges } from './http/changes.js';

/**
 * Follows the patron's changes while the page is seen: a browser has few connections to a service, and tabs share them.
 * @param href undefined: nothing is told of changes
 */
export function useChanges(client: ApiClient, href: string | undefined, onChanged: () => void): void {
  useEffect(() => {
    if (href === undefined) return;
    const known: KnownChanges = {};
    let leaving = new AbortController();
    const follow = (): void => {
      leaving.abort();
      leaving = new AbortController();
      if (!document.hidden) void followChanges(client, href, known, onChanged, leaving.signal);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      leaving.abort();
    };
  }, [client, href, onChanged]);
}
