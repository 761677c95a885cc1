import { isIn, librariesServed, type Role, type StaffPrincipal } from './staff-principal.js';

/**
 * Where a request names the library that it is about:
 * - `path`: `:websiteId` in the address; a `:patronId` beside it must be of that library;
 * - `patron`: the library of `:patronId` in the address;
 * - `query`: `websiteId` in the query; without it, what is answered is confined to the libraries of the principal;
 * - `records`: each record of the body has its own;
 * - `own`: nowhere: what is answered or changed is confined to the libraries of the principal;
 * - `none`: nowhere, and it concerns all libraries: only for the installation;
 * - `open`: nowhere, and nobody need be signed in.
 */
export type LibrarySource = 'path' | 'patron' | 'query' | 'records' | 'own' | 'none' | 'open';

export interface Permission {
  readonly library: LibrarySource;
  /** Any of them, in the library that the request is about. The installation needs none. */
  readonly roles: readonly Role[];
}

const ALL: readonly Role[] = ['desk', 'collections', 'admin'];
const DESK: readonly Role[] = ['desk', 'admin'];
const COLLECTIONS: readonly Role[] = ['collections', 'admin'];
const ADMIN: readonly Role[] = ['admin'];
const NOBODY: readonly Role[] = [];

/**
 * Who may do what: every endpoint under /operator/v1 and every page and form under /console, and nothing else. The staff
 * guard obeys it, and tests compare it with the routes that there are.
 */
export const PERMISSIONS: Readonly<Record<string, Permission>> = {
  // ── Records ──
  // Which records, RECORD_ROLES says.
  'POST /operator/v1/records': { library: 'records', roles: ALL },

  // ── Queues ──
  'GET /operator/v1/libraries/:websiteId/queues': { library: 'path', roles: ALL },
  // With the patrons' numbers, which the collections' staff do not need.
  'GET /operator/v1/titles/:id/queue': { library: 'query', roles: DESK },

  // ── Patrons ──
  'POST /operator/v1/patrons/:patronId/holds/:id/removal': { library: 'patron', roles: DESK },
  'GET /operator/v1/patrons/:patronId/holds/:id/trace': { library: 'patron', roles: DESK },
  'POST /operator/v1/patrons/:patronId/checkouts/:id/return': { library: 'patron', roles: DESK },
  'GET /operator/v1/patrons/:patronId/export': { library: 'patron', roles: DESK },
  'GET /operator/v1/patrons/:patronId': { library: 'patron', roles: DESK },
  'POST /operator/v1/patrons/:patronId/category': { library: 'patron', roles: DESK },
  'POST /operator/v1/patrons/:patronId/sessions/end': { library: 'patron', roles: DESK },
  'POST /operator/v1/patrons/:patronId/merge': { library: 'patron', roles: ADMIN },
  'POST /operator/v1/libraries/:websiteId/patrons/search': { library: 'path', roles: DESK },
  'DELETE /operator/v1/patrons/:patronId': { library: 'patron', roles: ADMIN },

  // ── Mail ──
  'GET /operator/v1/mail': { library: 'query', roles: DESK },
  'POST /operator/v1/mail/retry': { library: 'query', roles: DESK },
  'POST /operator/v1/libraries/:websiteId/titles/:id/holds/:ticket/notice/retry': {
    library: 'path',
    roles: DESK,
  },
  // They name no patron, title or library.
  'GET /operator/v1/mail/status': { library: 'own', roles: ALL },
  // All libraries of the installation send their mail from one database.
  'POST /operator/v1/mail/resume': { library: 'own', roles: ADMIN },

  // ── Imports and timers ──
  'GET /operator/v1/libraries/:websiteId/imports': { library: 'path', roles: ALL },
  'POST /operator/v1/libraries/:websiteId/imports': { library: 'path', roles: ALL },
  'GET /operator/v1/libraries/:websiteId/imports/:importId': { library: 'path', roles: ALL },
  'GET /operator/v1/libraries/:websiteId/imports/:importId/rejections': { library: 'path', roles: ALL },
  'GET /operator/v1/libraries/:websiteId/timers': { library: 'path', roles: ALL },

  // ── Notices ──
  'GET /operator/v1/libraries/:websiteId/notices/:occasion': { library: 'path', roles: ALL },
  // It only says that an address fails.
  'POST /operator/v1/bounces': { library: 'own', roles: DESK },

  // ── Staff ──
  'GET /operator/v1/actions': { library: 'query', roles: ADMIN },
  // ── Pages of the console ──
  'GET /console/console-:hash.css': { library: 'open', roles: NOBODY },
  'GET /console': { library: 'own', roles: ALL },
  // One's own password and sessions.
  'GET /console/account': { library: 'own', roles: ALL },
  'POST /console/account': { library: 'own', roles: ALL },
  'POST /console/account/sessions/end': { library: 'own', roles: ALL },
  'GET /console/libraries': { library: 'own', roles: ALL },
  'GET /console/libraries/:websiteId': { library: 'path', roles: ALL },
  'GET /console/libraries/:websiteId/queues': { library: 'path', roles: ALL },
  'GET /console/libraries/:websiteId/queues/:id': { library: 'path', roles: ALL },
  'POST /console/libraries/:websiteId/queues/:id/copies': { library: 'path', roles: COLLECTIONS },
  'GET /console/libraries/:websiteId/to-buy': { library: 'path', roles: ALL },
  'GET /console/libraries/:websiteId/to-buy.csv': { library: 'path', roles: ALL },
  'GET /console/libraries/:websiteId/charts': { library: 'path', roles: ALL },
  'GET /console/sign-in': { library: 'open', roles: NOBODY },
  'GET /console/sign-in/provider': { library: 'open', roles: NOBODY },
  'GET /console/sign-in/callback': { library: 'open', roles: NOBODY },
  'POST /console/sign-in': { library: 'open', roles: NOBODY },
  'POST /console/sign-out': { library: 'open', roles: NOBODY },

  // ── Pages of the console about patrons, mail and imports ──
  'GET /console/libraries/:websiteId/patrons': { library: 'path', roles: DESK },
  'POST /console/libraries/:websiteId/patrons': { library: 'path', roles: DESK },
  'GET /console/libraries/:websiteId/patrons/:patronId': { library: 'path', roles: DESK },
  'POST /console/libraries/:websiteId/patrons/:patronId/holds/:id/removal': { library: 'path', roles: DESK },
  'POST /console/libraries/:websiteId/patrons/:patronId/checkouts/:id/return': {
    library: 'path',
    roles: DESK,
  },
  'POST /console/libraries/:websiteId/patrons/:patronId/category': { library: 'path', roles: DESK },
  'POST /console/libraries/:websiteId/patrons/:patronId/sessions/end': { library: 'path', roles: DESK },
  'GET /console/libraries/:websiteId/patrons/:patronId/export': { library: 'path', roles: DESK },
  'POST /console/libraries/:websiteId/patrons/:patronId/merge': { library: 'path', roles: ADMIN },
  'POST /console/libraries/:websiteId/patrons/:patronId/removal': { library: 'path', roles: ADMIN },
  'GET /console/libraries/:websiteId/mail': { library: 'path', roles: DESK },
  'POST /console/libraries/:websiteId/mail/retry': { library: 'path', roles: DESK },
  'POST /console/libraries/:websiteId/mail/resume': { library: 'path', roles: ADMIN },
  'GET /console/libraries/:websiteId/mail/:id/:ticket': { library: 'path', roles: DESK },
  'POST /console/libraries/:websiteId/mail/:id/:ticket': { library: 'path', roles: DESK },
  'GET /console/libraries/:websiteId/imports': { library: 'path', roles: ALL },
  'POST /console/libraries/:websiteId/imports': { library: 'path', roles: ALL },
  'GET /console/libraries/:websiteId/imports/:importId': { library: 'path', roles: ALL },
  'GET /console/libraries/:websiteId/imports/:importId/rejections.csv': { library: 'path', roles: ALL },
  'GET /console/libraries/:websiteId/timers': { library: 'path', roles: ALL },
  'GET /console/libraries/:websiteId/previews': { library: 'path', roles: ALL },
  'GET /console/libraries/:websiteId/previews/mail': { library: 'path', roles: ALL },
};

/**
 * Who may apply which records (docs/records.md) in their library. Titles are shared by all libraries, and tokens and clients
 * let others in: those are the installation's alone.
 */
export const RECORD_ROLES: Readonly<Record<string, readonly Role[]>> = {
  library: ADMIN,
  settings: ADMIN,
  category: ADMIN,
  hold: ADMIN,
  collection: COLLECTIONS,
  copies: COLLECTIONS,
  withdrawal: COLLECTIONS,
  patron: DESK,
  title: NOBODY,
  token: NOBODY,
  client: NOBODY,
};

interface RecordScope {
  readonly kind: string;
  readonly isRemoval: boolean;
  /** Undefined for kinds that belong to no library or to several. */
  readonly websiteId: number | undefined;
}

/** Whether the principal may apply such a record. Deleting a patron is as at the patron's own address. */
export function permitsRecord(
  { kind, roles }: StaffPrincipal,
  { kind: recordKind, isRemoval, websiteId }: RecordScope,
): boolean {
  if (kind === 'installation') return true;
  const needed = recordKind === 'patron' && isRemoval ? ADMIN : RECORD_ROLES[recordKind];
  // Records of no library or of several are nobody's: no role is needed for them that anybody has.
  return roles.some(
    (own) => websiteId !== undefined && isIn(own, websiteId) && needed?.includes(own.role) === true,
  );
}

/** The row of a route, such as `GET /operator/v1/mail`. @throws Error for a route without a row: nobody may use it */
export function permissionOf(route: string): Permission {
  const permission = PERMISSIONS[route];
  if (permission === undefined) throw new Error(`${route} is not in the table of permissions.`);
  return permission;
}

/** Whether nobody need be signed in for this path. It has no variables. */
export function isOpen(path: string): boolean {
  return OPEN_PATHS.has(path);
}

const OPEN_PATHS: ReadonlySet<string> = new Set(
  Object.entries(PERMISSIONS).flatMap(([route, { library }]) =>
    library === 'open' ? route.split(' ').slice(1) : [],
  ),
);

/** @param websiteId the library that it is about; absent: any in which the principal has one of the roles */
export function permits({ kind, roles }: StaffPrincipal, route: string, websiteId?: number): boolean {
  if (kind === 'installation') return true;
  const needed = permissionOf(route).roles;
  return roles.some((own) => needed.includes(own.role) && (websiteId === undefined || isIn(own, websiteId)));
}

/** The libraries to which an answer is confined; undefined: it is not. */
export function librariesOf(principal: StaffPrincipal, route: string): number[] | undefined {
  return librariesServed(principal, permissionOf(route).roles);
}
