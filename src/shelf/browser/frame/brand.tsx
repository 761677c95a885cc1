import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { BrandMark, type BrandMarkProps } from '../../../platform/html/brand-mark.js';
import { libraryColors } from '../../library-colors.js';
import type { LibraryRecord } from '../http/records.js';

interface BrandProps {
  readonly library: LibraryRecord | undefined;
  /** With which the page came. */
  readonly first: BrandMarkProps | undefined;
}

/** The library's logo and name, which lead to its own site. */
export function Brand({ library, first }: BrandProps): VNode | null {
  useLayoutEffect(() => paint(library?.color), [library?.color]);
  if (library === undefined) return first === undefined ? null : <BrandMark {...first} />;
  const { name, links } = library;
  return <BrandMark name={name} href={links?.dlrHomepage?.href} logo={links?.logo?.href} />;
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
