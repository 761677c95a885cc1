import type { VNode } from 'preact';
import { withQuery } from '../../addresses/addresses.js';
import type { Page } from '../../requests/paging.requests.js';

export interface PagerProps {
  /** The first page; undefined on it. */
  readonly first?: string | undefined;
  /** The previous page; undefined on the first. */
  readonly previous?: string | undefined;
  /** The next page; undefined on the last. */
  readonly next?: string | undefined;
}

/** Leads through a long list. */
export function Pager({ first, previous, next }: PagerProps): VNode | null {
  const links = [
    ['First page', 'first', first],
    ['Previous page', 'prev', previous],
    ['Next page', 'next', next],
  ] as const;
  if (links.every(([, , href]) => href === undefined)) return null;
  return (
    <nav class="pager" aria-label="Pages">
      {links.map(
        ([name, rel, href]) =>
          href !== undefined && (
            <a key={rel} href={href} rel={rel}>
              {name}
            </a>
          ),
      )}
    </nav>
  );
}

/** The pages around one of a list at `address`. @param shown the number of items on it: a full page may be followed by another */
export function pagesOf(
  address: string,
  parameters: Readonly<Record<string, string | number | undefined>>,
  { limit, offset }: Page,
  shown: number,
): PagerProps {
  const from = (start: number): string =>
    withQuery(address, { ...parameters, offset: start > 0 ? start : undefined });
  return {
    first: offset > 0 ? from(0) : undefined,
    previous: offset > 0 ? from(offset - limit) : undefined,
    next: shown === limit ? from(offset + limit) : undefined,
  };
}
