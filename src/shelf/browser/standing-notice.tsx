import type { VNode } from 'preact';
import { isServed, type LibraryRecord } from './http/records.js';
import { useShelf } from './shelf-context.js';
import { farDay } from './times.js';
import { say } from './words/say.js';

/** Tells a patron with whom the library deals no more, before any click, what is the matter and whom to ask. */
export function StandingNotice({ library }: { readonly library: LibraryRecord | undefined }): VNode | null {
  const { patron, now } = useShelf();
  const { blocked, expiresOn, isExpired } = patron;
  if (isServed(patron)) return null;
  return (
    <div class="notice">
      {blocked && (
        <p>
          <strong>{say('cardBlocked')}</strong> <span dir="auto">{blocked.reason}</span>
        </p>
      )}
      {isExpired && expiresOn !== undefined && (
        <p>
          <strong>{say('cardValidUntil', { day: farDay(noonOf(expiresOn), now()) })}</strong>
        </p>
      )}
      <p>{say('whatStays')}</p>
      {library && (
        <p>
          <LibraryName library={library} />
        </p>
      )}
    </div>
  );
}

/** The same day in every time zone. */
function noonOf(day: string): Date {
  return new Date(`${day}T12:00`);
}

function LibraryName({ library: { name, links } }: { readonly library: LibraryRecord }): VNode {
  const homepage = links?.dlrHomepage;
  return homepage === undefined ? <bdi>{name}</bdi> : <a href={homepage.href}>{name}</a>;
}
