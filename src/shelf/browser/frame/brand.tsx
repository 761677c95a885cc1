import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { libraryColors } from '../../library-colors.js';
import type { LibraryRecord } from '../http/records.js';

/** The library's logo and name, which lead to its own site. */
export function Brand({ library }: { readonly library: LibraryRecord | undefined }): VNode | null {
  useLayoutEffect(() => paint(library?.color), [library?.color]);
  if (library === undefined) return null;
  const { name, links } = library;
  const content = (
    <>
      {links?.logo && <img class="logo" src={links.logo.href} alt="" />}
      <span>{name}</span>
    </>
  );
  return links?.dlrHomepage ? (
    <a class="brand" href={links.dlrHomepage.href}>
      {content}
    </a>
  ) : (
    <p class="brand">{content}</p>
  );
}

/**
 * Gives the page the library's color.
 * @param color like #1a2b3c; undefined: the one that the page came with stays
 * @returns takes it away again
 */
function paint(color: string | undefined): () => void {
  const { style } = document.documentElement;
  const colors = color === undefined ? [] : [...libraryColors(color)];
  for (const [name, value] of colors) style.setProperty(name, value);
  return () => colors.forEach(([name]) => style.removeProperty(name));
}
