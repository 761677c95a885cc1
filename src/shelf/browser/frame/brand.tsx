import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { buttonColors } from '../../../domain/colors.js';
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
 * Gives the bar the library's color, with text on it that can be read.
 * @param color like #1a2b3c; undefined: the page's own
 */
export function paint(color: string | undefined): void {
  const { style } = document.documentElement;
  if (color === undefined) {
    style.removeProperty('--brand');
    style.removeProperty('--on-brand');
    return;
  }
  const { background, text } = buttonColors(color);
  style.setProperty('--brand', background);
  style.setProperty('--on-brand', text);
}
