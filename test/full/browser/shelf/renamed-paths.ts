import type { Page, Route } from 'playwright-core';
import { LOCAL_SANDBOX } from '../../../support/sandbox-clock.js';

/** The one path that keeps its name. */
export const ENTRY = '/v1/patrons/me';

/** What else stands in the service's paths, and what it is called here. */
const NAMES: readonly (readonly [own: string, given: string])[] = [
  ['v1', 'third-edition'],
  ['v2', 'fourth-edition'],
  ['patrons', 'readers'],
  ['me', 'myself'],
  ['holds', 'wishes'],
  ['suspension', 'rest'],
  ['checkouts', 'borrowed'],
  ['formats', 'kinds'],
  ['downloadlink', 'where'],
  ['collections', 'stacks'],
  ['products', 'works'],
  ['metadata', 'description'],
  ['bulkmetadata', 'descriptions'],
  ['availability', 'stock'],
  ['libraries', 'houses'],
  ['covers', 'pictures'],
];

/** @returns undefined for a path that contains a name of the other side */
function translated(address: string, direction: 'forth' | 'back'): string | undefined {
  const [path = '', ...query] = address.split('?');
  const [from, to] = direction === 'forth' ? [0, 1] : ([1, 0] as const);
  const parts = path.split('/').map((part) => {
    if (NAMES.some((pair) => pair[to] === part)) return undefined;
    return NAMES.find((pair) => pair[from] === part)?.[to] ?? part;
  });
  return parts.includes(undefined) ? undefined : [parts.join('/'), ...query].join('?');
}

/** The text of an answer, in which each address that begins with one of the service's bases has another path. */
function renamed(text: string, url: string): string {
  return [LOCAL_SANDBOX.PUBLIC_URL, LOCAL_SANDBOX.CATALOG_URL].reduce(
    (before, base) =>
      before.replaceAll(new RegExp(`${base}(/[^"\\s<]*)`, 'g'), (_, path: string) => {
        return url + (path === ENTRY ? path : (translated(path, 'forth') ?? path));
      }),
    text,
  );
}

/**
 * Gives the service other paths, as the page sees it: each request and each address in an answer is translated. A client that puts
 * addresses together by itself gets 404.
 * @returns requests under the service's own names, of which there should be none
 */
export async function renamePaths(page: Page, url: string): Promise<readonly string[]> {
  const untranslated: string[] = [];
  const answer = async (route: Route): Promise<void> => {
    const request = route.request();
    const path = request.url().slice(url.length);
    const own = path === ENTRY || path.startsWith('/shelf') ? path : translated(path, 'back');
    if (own === undefined) {
      untranslated.push(`${request.method()} ${path}`);
      return route.fulfill({ status: 404 });
    }
    const found = await route.fetch({ url: url + own, maxRedirects: 0 });
    const contentType = found.headers()['content-type'] ?? 'text/plain';
    await route.fulfill({ status: found.status(), contentType, body: renamed(await found.text(), url) });
  };
  // What the page still asks for when the test is over finds no browser.
  await page.route(`${url}/**`, (route) => answer(route).catch(() => undefined));
  return untranslated;
}
