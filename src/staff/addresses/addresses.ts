/**
 * The pages of one library, by menu, in the order of the navigation: the last part of their address, their name, and the role for
 * which they are open, as their handlers' `@Allow` says. Today comes first of all.
 */
export const MENUS = {
  Work: [
    ['queues', 'Queues', 'viewer'],
    ['patrons', 'Patrons', 'desk'],
    ['mail', 'Mail', 'desk'],
  ],
  Collection: [
    ['to-buy', 'To buy', 'viewer'],
    ['what-if', 'What if?', 'viewer'],
    ['charts', 'Charts', 'viewer'],
  ],
  Library: [
    ['imports', 'Imports', 'any'],
    ['settings', 'Settings', 'admin'],
    ['accounts', 'Accounts', 'admin'],
    ['webhooks', 'Webhooks', 'admin'],
    ['previews', 'Previews', 'any'],
    ['timers', 'Timers', 'any'],
    ['actions', 'Log', 'admin'],
  ],
} as const;
export type LibraryPage = (typeof MENUS)[keyof typeof MENUS][number][0];

/** Paths of the console's pages. */
export const CONSOLE = '/console';
export const LIBRARIES = `${CONSOLE}/libraries`;

/** Whether a browser asks for a page: programs ask at /operator/v1. */
export function isOfConsole(path: string): boolean {
  return path === CONSOLE || path.startsWith(`${CONSOLE}/`);
}

/** What stands out in one library today. */
export function libraryAddress(websiteId: number): string {
  return `${LIBRARIES}/${websiteId}`;
}

export function pageAddress(websiteId: number, page: LibraryPage): string {
  return `${libraryAddress(websiteId)}/${page}`;
}

/** The pickups that end today. */
export function pickupsAddress(websiteId: number): string {
  return `${libraryAddress(websiteId)}/pickups`;
}

/** Where the search box of a library's pages sends what was typed. */
export function searchAddress(websiteId: number): string {
  return `${libraryAddress(websiteId)}/search`;
}

export function queueAddress(websiteId: number, reserveId: string): string {
  return `${pageAddress(websiteId, 'queues')}/${reserveId}`;
}

export function patronAddress(websiteId: number, patronId: number): string {
  return `${pageAddress(websiteId, 'patrons')}/${patronId}`;
}

export function noticeAddress(websiteId: number, reserveId: string, ticket: number): string {
  return `${pageAddress(websiteId, 'mail')}/${reserveId}/${ticket}`;
}

export function importAddress(websiteId: number, importId: string): string {
  return `${pageAddress(websiteId, 'imports')}/${importId}`;
}

export function accountAddress(websiteId: number, staffId: string): string {
  return `${pageAddress(websiteId, 'accounts')}/${staffId}`;
}

export function webhookAddress(websiteId: number, webhookId: string): string {
  return `${pageAddress(websiteId, 'webhooks')}/${webhookId}`;
}

type QueryValue = string | number | undefined;

/** `address` with those of the parameters that are set. */
export function withQuery(address: string, parameters: Readonly<Record<string, QueryValue>>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();
  return query === '' ? address : `${address}?${query}`;
}
