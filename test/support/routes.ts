/** Every route of the service, with a request that a patron could make of it. `{id}` is a title's identifier. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const HOLDS = '/v1/patrons/me/holds';
const EMAIL = { emailAddress: 'someone@example.org' };
const SUSPENSION = { suspensionType: 'limited', numberOfDays: '7' };

/** Those that are about a hold, which must be the patron's own. */
export const HOLD_ROUTES: readonly Route[] = [
  { method: 'GET', path: `${HOLDS}/{id}` },
  { method: 'PUT', path: `${HOLDS}/{id}`, fields: EMAIL },
  { method: 'DELETE', path: `${HOLDS}/{id}` },
  { method: 'POST', path: `${HOLDS}/{id}/suspension`, fields: SUSPENSION },
  { method: 'PUT', path: `${HOLDS}/{id}/suspension`, fields: SUSPENSION },
  { method: 'DELETE', path: `${HOLDS}/{id}/suspension` },
];

export const PATRON_ROUTES: readonly Route[] = [
  { method: 'GET', path: '/v1/patrons/me' },
  { method: 'PUT', path: '/v1/patrons/me', fields: { formatClass: 'eBook', lendingPeriodDays: '7' } },
  { method: 'GET', path: HOLDS },
  { method: 'POST', path: HOLDS, fields: { crossRefId: '1', ...EMAIL } },
  { method: 'POST', path: `${HOLDS}/{id}`, fields: EMAIL },
  ...HOLD_ROUTES,
];
