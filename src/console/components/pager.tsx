import type { VNode } from 'preact';

interface PagerProps {
  /** Where the list begins; undefined on its first page. */
  readonly first?: string | undefined;
  /** The page after this one; undefined on the last. */
  readonly next?: string | undefined;
}

/** Leads through a long list. */
export function Pager({ first, next }: PagerProps): VNode | null {
  if (first === undefined && next === undefined) return null;
  return (
    <nav class="pager" aria-label="Pages">
      {first !== undefined && (
        <a href={first} rel="first">
          First page
        </a>
      )}
      {next !== undefined && (
        <a href={next} rel="next">
          Next page
        </a>
      )}
    </nav>
  );
}
