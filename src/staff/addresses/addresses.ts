/**
 * The pages of one library, by menu, in the order of the navigation: the last part of the address, the name, and the role in the handlers' `@Allow`.
 * Today comes before all of them.
 */
export const MENUS = {
  Work: [
    ['queues', 'Queues', 'viewer'],
    ['patrons', 'Patrons', 'desk'],
    ['mail', 'Mail', 'desk'],
  ],
  Collection: [
    ['to-buy', 'To buy', 'viewer'],
    ['licences', 'Licences', 'viewer'],
    ['what-if', 'What if?', 'viewer'],
    ['charts', 'Charts', 'viewer'],
  ],
  Library: [
    ['imports', 'Imports', 'any'],
    ['settings', 'Settings', 'admin'],
    ['calendar', 'Calendar', 'any'],
    ['accounts', 'Accounts', 'admin'],
    ['webhooks', 'Webhooks', 'admin'],
    ['previews', 'Previews', 'any'],
    ['timers', 'Ending soon', 'any'],
    ['actions', 'Log', 'admin'],
  ],
} as const;
export type LibraryPage = (typeof MENUS)[keyof typeof MENUS][number][0];

/** Paths of the console's pages. */
export const CONSOLE = '/console';
export const LIBRARIES = `${CONSOLE}/libraries`;

/** Whether a browser requests a page: programs use /operator/v1. */
export function isOfConsole(path: string): boolean {
  return path === CONSOLE || path.startsWith(`${CONSOLE}/`);
}

/** A library's page Today. */
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

/** The target of the search box. */
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

export function calendarEntryAddress(websiteId: number, entryId: string): string {
  return `${pageAddress(websiteId, 'calendar')}/${encodeURIComponent(entryId)}`;
}

type QueryValue = string | number | undefined;

/** Adds the defined parameters to `address`. */
export function withQuery(address: string, parameters: Readonly<Record<string, QueryValue>>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();
  return query === '' ? address : `${address}?${query}`;
}
