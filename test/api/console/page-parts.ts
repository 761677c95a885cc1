import type { Page } from '../../support/console/console-client.js';

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

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&quot;': '"' };

/** What the page's forms send without being asked for, by name. */
export function hiddenIn({ html }: Page): Record<string, string> {
  const fields = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  const plain = (text: string): string => text.replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, plain(value)]));
}
