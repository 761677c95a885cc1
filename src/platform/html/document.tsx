import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

interface DocumentProps {
  readonly title: string;
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
  /** For those who see the page in a list, such as that of a search. */
  readonly description?: string;
  /** What the head has besides: icon, style, script. */
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

/** A picture on its own, which is XML: there the end of a section must be escaped, even without a beginning. */
export function renderSvg(picture: VNode): string {
  return renderToString(picture).replaceAll(']]>', ']]&gt;');
}
