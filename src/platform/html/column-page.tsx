import { hash } from 'node:crypto';
import type { ComponentChildren, VNode } from 'preact';
import { BrandMark } from './brand-mark.js';
import { Document } from './document.js';
import { THEME } from './theme.js';

/** The style of pages with one column: the welcome page, and errors outside of the console. */
export const COLUMN_STYLE = `${THEME}
.masthead { padding-block: 0.45rem; padding-inline: max(1.5rem, calc((100% - 38rem) / 2)) 1.5rem; border-bottom: 1px solid var(--line); background: var(--brand, var(--card)); color: var(--on-brand, var(--ink)); }
main { max-width: 38rem; margin: 0 auto; padding: 12vh 1.5rem 4rem; }
h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.15; }
h1::before { content: ''; display: block; width: 3.2rem; height: 0.35rem; margin-bottom: 1.6rem; background: var(--accent); }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
.soft { color: var(--soft); }
code, pre { font: 0.85rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
`;

/** The source expression that allows a page this style and no other in its content security policy. */
export function styleSource(style: string): string {
  return `style-src 'sha256-${hash('sha256', style, 'base64')}'`;
}

/** What pages show of a library. */
export interface Brand {
  readonly name: string;
  readonly homepage: string | null;
  /** Where its patrons get help. */
  readonly help: string | null;
  readonly logo: string | null;
  /** Like #1a2b3c. */
  readonly color: string | null;
}

interface ColumnPageProps {
  readonly title: string;
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
  readonly description: string;
  readonly style?: string;
  readonly icon?: string;
  /** Undefined if the page belongs to no known library. */
  readonly brand?: Brand | undefined;
  readonly children: ComponentChildren;
}

/** A page with one column. `style` adds to COLUMN_STYLE. */
export function ColumnPage({
  style = COLUMN_STYLE,
  icon,
  brand,
  children,
  ...document
}: ColumnPageProps): VNode {
  const head = (
    <>
      {icon !== undefined && <link rel="icon" type="image/svg+xml" href={icon} />}
      <style>{style}</style>
    </>
  );
  return (
    <Document head={head} {...document}>
      {brand !== undefined && (
        <header class="masthead">
          <BrandMark {...brand} href={brand.homepage} />
        </header>
      )}
      <main>{children}</main>
    </Document>
  );
}
