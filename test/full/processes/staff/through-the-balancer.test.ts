import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { connect as connectTls, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { addAccount } from '../../../../src/staff/accounts/accounts.js';
import { Balancer, CAN_BALANCE } from '../../support/deploy/balancer.js';
import { ROOT } from '../../support/deploy/compose-file.js';
import { eventually } from '../../../support/clock.js';
import { smallLibrary } from '../../../support/records.js';
import { PUBLIC_URL, type ServiceUnderTest, startService } from '../../../support/service.js';
import { CLIENT, OrganizationsProvider } from '../../../support/staff/identity-provider.js';
import { Browser, sendBack } from '../../../support/staff/staff-members.js';

/** The console behind the balancer of compose.production.yml, at the address of everybody. */
const PERSON = { sub: 'somebody', email: 'somebody@example.org', email_verified: true };

let folder: string;
let provider: OrganizationsProvider;
let service: ServiceUnderTest;
beforeAll(async () => {
  if (!CAN_BALANCE) return;
  folder = await mkdtemp(join(tmpdir(), 'holdfast-console-'));
  makeSecrets();
  const certificate = await readFile(join(folder, 'certificate.pem'), 'utf8');
  setDefaultCACertificates([...getCACertificates('default'), certificate.replace(/-----BEGIN PRIV.*/s, '')]);
  provider = await OrganizationsProvider.start(`${PUBLIC_URL}/console/sign-in/callback`);
  service = await startService(smallLibrary(1, [1]), {
    STAFF_OIDC_ISSUER: provider.issuer,
    STAFF_OIDC_CLIENT_ID: CLIENT.id,
    STAFF_OIDC_CLIENT_SECRET: CLIENT.secret,
  });
  await addAccount(service.database, {
    name: 'ada',
    roles: ['desk'],
    websiteId: 37,
    oidcSubject: PERSON.sub,
  });
});
afterAll(async () => {
  if (!CAN_BALANCE) return;
  await service.close();
  await provider.stop();
  await rm(folder, { recursive: true });
});

function makeSecrets(env: Readonly<Record<string, string>> = {}): void {
  execFileSync('bash', [`${ROOT}deploy/make-secrets.sh`, folder], {
    env: { PATH: process.env.PATH, SMTP_URL: 'smtp://127.0.0.1:1', ...env },
  });
}

/** @param env of deploy/make-secrets.sh, and as in `.env` */
async function withBalancer(
  env: Readonly<Record<string, string>>,
  act: (url: string) => Promise<void>,
): Promise<void> {
  await rm(join(folder, 'console_networks'), { force: true });
  makeSecrets(env);
  const port = Number(new URL(service.url).port);
  const balancer = await Balancer.start(folder, { 'api-1': { port, metricsPort: port } }, env);
  try {
    const url = balancer.url(8443);
    await eventually(async () => expect((await fetch(`${url}/openapi.json`)).status).toBe(200));
    await act(url);
  } finally {
    await balancer.stop();
  }
}

const ifBalanced = CAN_BALANCE ? test : test.skip;

ifBalanced('staff in the networks of the setting sign in through their identity provider', () =>
  withBalancer({ CONSOLE_NETWORKS: '192.0.2.0/24 2001:db8:7::/48 127.0.0.0/8' }, async (url) => {
    const browser = new Browser(url, { 'Sec-Fetch-Site': 'cross-site' });
    provider.person = PERSON;
    const here = { 'Sec-Fetch-Site': 'same-origin' };
    const begun = await browser.send('GET', '/console/sign-in/provider', undefined, here);
    const back = await sendBack(provider, begun.headers.get('location') ?? '');
    expect(back).toMatch(`${PUBLIC_URL}/console/sign-in/callback?`);
    expect((await browser.get(back.slice(PUBLIC_URL.length))).headers.get('location')).toBe('/console');
    expect(await browser.isSignedIn()).toBe(true);
    expect((await browser.get('/operator/v1/mail')).status).toBe(404);
  }),
);

ifBalanced.each([{}, { CONSOLE_NETWORKS: '192.0.2.0/24 2001:db8:7::/48' }])(
  'with %j, others find no console, and no way back to it',
  (env) =>
    withBalancer(env, async (url) => {
      for (const path of ['/console', '/%63onsole/sign-in', '//CONSOLE/sign-in/callback?code=1&state=2'])
        expect((await fetch(`${url}${path}`)).status).toBe(404);
    }),
);

ifBalanced('an address has as many connections as the setting says, and another one when one has ended', () =>
  withBalancer({ CONNECTIONS_PER_ADDRESS: '3' }, async (url) => {
    const port = Number(new URL(url).port);
    /** Undefined: the balancer has closed it. */
    const open = async (): Promise<Socket | undefined> => {
      const socket = connectTls({ port, host: '127.0.0.1' });
      const opened = await Promise.race([
        once(socket, 'secureConnect').then(() => true),
        once(socket, 'close').then(() => false),
      ]).catch(() => false);
      return opened ? socket : undefined;
    };
    const sockets: Socket[] = [];
    // Those of the requests before may be open still.
    for (let socket = await open(); socket !== undefined; socket = await open()) sockets.push(socket);
    expect(sockets.length).toBeGreaterThan(0);
    expect(sockets.length).toBeLessThanOrEqual(3);
    sockets.pop()?.destroy();
    await eventually(async () => {
      const another = await open();
      expect(another).toBeDefined();
      sockets.push(another!);
    });
    for (const socket of sockets) socket.destroy();
  }),
);
