import type { VNode } from 'preact';

export interface PagerProps {
  /** Where the list begins; undefined on its first page. */
  readonly first?: string | undefined;
  /** The page before this one; undefined on the first. */
  readonly previous?: string | undefined;
  /** The page after this one; undefined on the last. */
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
