import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

interface DocumentProps {
  readonly title: string;
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
  /** Shown where the page is listed, for example by search engines. */
  readonly description?: string;
  /** Further elements of the head: icon, style, script. */
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of every page and every notice. */
export function Document({ title, lang = 'en', dir, description, head, children }: DocumentProps): VNode {
  return (
    <html lang={lang} dir={dir}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {description !== undefined && <meta name="description" content={description} />}
        {head}
      </head>
      <body>{children}</body>
    </html>
  );
}

/** A whole document as HTML. */
export function renderDocument(document: VNode): string {
  return `<!DOCTYPE html>\n${renderToString(document)}\n`;
}

/** Renders a picture as XML, where the end of a CDATA section must be escaped even without a beginning. */
export function renderSvg(picture: VNode): string {
  return renderToString(picture).replaceAll(']]>', ']]&gt;');
}
