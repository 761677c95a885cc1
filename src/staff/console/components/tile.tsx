import type { ComponentChildren, VNode } from 'preact';

export interface TileProps {
  readonly title: string;
  /** 0 is shown as "none", and the tile is quiet. */
  readonly figure: number | string;
  /** Unless it is quiet. */
  readonly tone?: 'plain' | 'warning' | 'problem';
  /** Where there is more of it, or where it is put right; absent: nowhere for these staff. */
  readonly link?: { readonly href: string; readonly text: string } | undefined;
  /** What it means, and what to do; how it was before, where that is known. Not shown while it is quiet. */
  readonly children?: ComponentChildren;
}

/** A figure that staff look at, and what to do about it. */
export function Tile({ title, figure, tone = 'plain', link, children }: TileProps): VNode {
  const isQuiet = figure === 0;
  return (
    <li class={`card tile ${isQuiet ? 'quiet' : tone}`}>
      <h2>{title}</h2>
      <p class="figure">{isQuiet ? 'none' : figure.toLocaleString('en')}</p>
      {!isQuiet && children}
      {link && (
        <p>
          <a href={link.href}>{link.text}</a>
        </p>
      )}
    </li>
  );
}
