import { type Answer, PatronClient } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { metricsOf } from '../../../support/metrics.js';
import { DISCOVERY, OAuthClient } from '../../../support/requests/oauth-client.js';
import { HOLDS, ME } from '../../../support/paths.js';
import { type Deployment, startDeployment } from '../../support/processes.js';
import { emptyLibrary, patron, smallLibrary, WEBSITE_ID } from '../../../support/records.js';

const HARBOUR = 38;
const HARBOUR_PATRON = 9;
const REFUSALS = 20;

let deployment: Deployment;
let startedAt: number;
afterEach(() => deployment.close());

async function open(settings: Readonly<Record<string, string>>): Promise<void> {
  startedAt = performance.now();
  deployment = await startDeployment(
    [
      ...smallLibrary(2, [1]),
      ...emptyLibrary(HARBOUR),
      patron(HARBOUR_PATRON, { websiteId: HARBOUR }),
      { record: 'settings', websiteId: HARBOUR, rates: { perPatron: 0, perLibrary: 4 } },
      { record: 'client', ...DISCOVERY, websiteIds: [WEBSITE_ID] },
    ],
    { processes: 1, settings: { LOG_LEVEL: 'info', ...settings } },
  );
}

const url = (): string => deployment.processes[0]!.url;

/** Asks until so many requests were refused. */
async function untilRefused(ask: () => Promise<Answer>): Promise<void> {
  for (let refused = 0; refused < REFUSALS;) if ((await ask()).status === 429) refused++;
}

const refusedBy = async (limit: string): Promise<number | undefined> =>
  (await metricsOf(url())).get(`holdfast_refused_requests_total{limit="${limit}"}`);

function linesAbout(limit: string): string[] {
  const lines = deployment.processes[0]!.output().split('\n');
  return lines.filter((line) => line.includes('"context":"Limits"') && line.includes(`"limit":"${limit}"`));
}

/** One line for each minute in which requests were refused. */
async function expectLines(limit: string, content: object): Promise<void> {
  await eventually(() => expect(linesAbout(limit).length).toBeGreaterThan(0));
  const lines = linesAbout(limit);
  const minutes = Math.floor((performance.now() - startedAt) / 60_000);
  expect(lines.length).toBeLessThanOrEqual(minutes + 1);
  const line = JSON.parse(lines[0]!) as object;
  expect(line).toMatchObject({ level: 40, msg: 'Requests beyond the rate are refused.', ...content });
  expect(lines[0]!.match(/"requestId":"[\w-]{36}"/g)).toHaveLength(1);
  // Neither an address nor a patron.
  const ofAllLines = ['context', 'hostname', 'level', 'msg', 'pid', 'requestId', 'time'];
  const known = [...ofAllLines, 'limit', 'requestsPerMinute'];
  expect(Object.keys(line).sort()).toEqual([...new Set([...known, ...Object.keys(content)])].sort());
}

test('each request beyond a rate is counted, and the first one of a patron, client or library is logged', async () => {
  await open({ REQUESTS_PER_PATRON: '3', REQUESTS_PER_CLIENT: '2' });
  const [reader] = await deployment.signIn(1);
  await untilRefused(() => reader!.get(ME));
  const client = new OAuthClient(url());
  await untilRefused(() => client.clientToken());
  const [neighbour] = await deployment.signIn(HARBOUR_PATRON);
  await untilRefused(() => neighbour!.get(ME));

  await expectLines('patron', { requestsPerMinute: 3, websiteId: WEBSITE_ID });
  await expectLines('client', { requestsPerMinute: 2, clientId: DISCOVERY.clientId });
  await expectLines('library', { requestsPerMinute: 4, websiteId: HARBOUR });
  for (const limit of ['patron', 'client', 'library']) expect(await refusedBy(limit)).toBe(REFUSALS);
  expect(await refusedBy('address')).toBe(0);
});

test('so is that of an address, with the id that a trusted proxy has given to the request', async () => {
  await open({ REQUESTS_PER_ADDRESS: '2', TRUSTED_PROXIES: '127.0.0.1' });
  const headers = { 'x-forwarded-for': '192.0.2.7', 'x-request-id': 'id-of-the-proxy' };
  const stranger = new PatronClient(url(), 'nobodys-token');
  await untilRefused(() => stranger.send('GET', HOLDS, { headers }));
  await expectLines('address', { requestsPerMinute: 2, proxyRequestId: 'id-of-the-proxy' });
  expect(deployment.processes[0]!.output()).not.toContain('192.0.2.7');
  expect(await refusedBy('address')).toBe(REFUSALS);
});
