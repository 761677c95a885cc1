import type { ComponentChildren, VNode } from 'preact';

export interface TileProps {
  readonly title: string;
  /** 0 is shown as "none", and the tile is inconspicuous. */
  readonly figure: number | string;
  /** Ignored if the figure is 0. */
  readonly tone?: 'plain' | 'warning' | 'problem';
  /** Leads to details or to the repair; absent if these staff have none. */
  readonly link?: { readonly href: string; readonly text: string } | undefined;
  /** The meaning, what to do, and the former figure, if known. Hidden if the figure is 0. */
  readonly children?: ComponentChildren;
  /** How a figure beside it moves. Also shown while it is quiet. */
  readonly trend?: ComponentChildren;
}

/** A figure that staff look at, and what to do about it. */
export function Tile({ title, figure, tone = 'plain', link, children, trend }: TileProps): VNode {
  const isQuiet = figure === 0;
  return (
    <li class={`card tile ${isQuiet ? 'quiet' : tone}`}>
      <h2>{title}</h2>
      <p class="figure">{isQuiet ? 'none' : figure.toLocaleString('en')}</p>
      {!isQuiet && children}
      {trend}
      {link && (
        <p>
          <a href={link.href}>{link.text}</a>
        </p>
      )}
    </li>
  );
}
