import type { Page } from './console-client.js';

/** The cells of the rows of a page's table, without tags. */
export function rowsOf({ html }: Page, caption = ''): string[][] {
  const [, body = ''] = new RegExp(`<caption>${caption}.*?<tbody>(.*?)</tbody>`, 's').exec(html) ?? [];
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '')),
  );
}

/** Where the link with this text leads; empty if there is none. */
export function linkTo({ html }: Page, text: string): string {
  const [, href = ''] = new RegExp(`<a href="([^"]*)"[^>]*>${text}</a>`).exec(html) ?? [];
  return href.replaceAll('&amp;', '&');
}
