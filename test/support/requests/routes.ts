import { createApplication } from '../../../src/application.js';
import { readConfig } from '../../../src/platform/settings/config.js';
import { Database } from '../../../src/platform/database/database.js';

/** A route that answers patrons, with fields that it takes. `{id}` is a title's identifier; what else varies is anything. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const ME = '/v1/patrons/me';
const HOLD = `${ME}/holds/{id}`;
const CHECKOUTS = `${ME}/checkouts`;
const FORMATS = `${CHECKOUTS}/{id}/formats`;
const PUSH_SUBSCRIPTION = `${ME}/notices/pushSubscriptions/{id}`;
const EMAIL = { emailAddress: 'someone@example.org' };
const SUSPENSION = { suspensionType: 'limited', numberOfDays: '7' };

/** Those that are about a hold, which must be the patron's own. */
export const HOLD_ROUTES: readonly Route[] = [
  { method: 'GET', path: HOLD },
  { method: 'PUT', path: HOLD, fields: EMAIL },
  { method: 'DELETE', path: HOLD },
  { method: 'POST', path: `${HOLD}/suspension`, fields: SUSPENSION },
  { method: 'PUT', path: `${HOLD}/suspension`, fields: SUSPENSION },
  { method: 'DELETE', path: `${HOLD}/suspension` },
];

/** Those that are about a checkout, which must be the patron's own. */
export const CHECKOUT_ROUTES: readonly Route[] = [
  { method: 'GET', path: `${CHECKOUTS}/{id}` },
  { method: 'DELETE', path: `${CHECKOUTS}/{id}` },
  { method: 'GET', path: FORMATS },
  { method: 'POST', path: FORMATS, fields: { formatType: 'ebook-kindle' } },
  { method: 'GET', path: `${FORMATS}/downloadredirect` },
  { method: 'GET', path: `${FORMATS}/:formatType` },
  { method: 'GET', path: `${FORMATS}/:formatType/downloadlink` },
];

export const PATRON_ROUTES: readonly Route[] = [
  { method: 'GET', path: ME },
  { method: 'PUT', path: ME, fields: { formatClass: 'eBook', lendingPeriodDays: '7' } },
  { method: 'GET', path: `${ME}/changes` },
  { method: 'GET', path: `${ME}/notices` },
  { method: 'PUT', path: `${ME}/notices`, fields: { daily: 'true' } },
  { method: 'DELETE', path: `${ME}/notices` },
  { method: 'POST', path: `${ME}/notices/phone`, fields: { phone: '+14155550123' } },
  { method: 'PUT', path: `${ME}/notices/phone`, fields: { code: '271828' } },
  { method: 'DELETE', path: `${ME}/notices/phone` },
  { method: 'GET', path: `${ME}/notices/pushSubscriptions` },
  { method: 'POST', path: `${ME}/notices/pushSubscriptions` },
  { method: 'GET', path: PUSH_SUBSCRIPTION },
  { method: 'DELETE', path: PUSH_SUBSCRIPTION },
  { method: 'GET', path: `${ME}/holds` },
  { method: 'POST', path: `${ME}/holds`, fields: { crossRefId: '1', ...EMAIL } },
  { method: 'POST', path: HOLD, fields: EMAIL },
  { method: 'POST', path: `${ME}/holds/suspension`, fields: SUSPENSION },
  { method: 'DELETE', path: `${ME}/holds/suspension` },
  { method: 'GET', path: `${ME}/holds/pace` },
  { method: 'PUT', path: `${ME}/holds/pace`, fields: { readyAtMost: '1' } },
  { method: 'DELETE', path: `${ME}/holds/pace` },
  ...HOLD_ROUTES,
  { method: 'GET', path: `${ME}/watches` },
  { method: 'POST', path: `${ME}/watches`, fields: { crossRefId: '1', ...EMAIL } },
  { method: 'GET', path: `${ME}/watches/{id}` },
  { method: 'DELETE', path: `${ME}/watches/{id}` },
  { method: 'GET', path: CHECKOUTS },
  { method: 'POST', path: CHECKOUTS, fields: { crossRefId: '1' } },
  ...CHECKOUT_ROUTES,
];

/** Every route that a process with these settings has, as `METHOD /template`. */
export async function routesWith(settings: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const url = 'postgres://nowhere';
  const config = readConfig({ LOG_LEVEL: 'silent', ROLE: 'api', DATABASE_URL: url, ...settings });
  const app = await createApplication(config, new Database({ url, poolSize: 2 }));
  const { router } = app.getHttpAdapter().getInstance() as unknown as {
    router: { stack: { route?: { path: string; methods: Readonly<Record<string, boolean>> } }[] };
  };
  await app.close();
  return router.stack.flatMap(({ route }) =>
    Object.keys(route?.methods ?? {}).map((method) => `${method.toUpperCase()} ${route?.path ?? ''}`),
  );
}
