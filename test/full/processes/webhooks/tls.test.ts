import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CAN_CERTIFY, certify } from '../../support/certificates.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { mustSucceed } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { HOLDS } from '../../../support/paths.js';
import { type Deployment, startDeployment } from '../../support/processes.js';
import { smallLibrary, WEBSITE_ID } from '../../../support/records.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { type Certificate, Receiver } from '../../../support/webhooks/receiver.js';

const WEBHOOKS = `/operator/v1/libraries/${WEBSITE_ID}/webhooks`;

let folder: string;
let deployment: Deployment;
let operator: OperatorClient;
let trusted: Certificate;
let ofAnotherName: Certificate;
const receivers: Receiver[] = [];
beforeAll(async () => {
  if (!CAN_CERTIFY) return;
  folder = await mkdtemp(join(tmpdir(), 'holdfast-tls-'));
  trusted = certify('localhost');
  ofAnotherName = certify('receiver.example.org');
  const authorities = join(folder, 'authorities.pem');
  await writeFile(authorities, trusted.cert + ofAnotherName.cert);
  deployment = await startDeployment(smallLibrary(1, [0]), {
    processes: 1,
    settings: {
      ROLE: 'all',
      OPERATOR_TOKEN,
      OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8,::1',
      NODE_EXTRA_CA_CERTS: authorities,
    },
  });
  operator = new OperatorClient(deployment.processes[0]!.url);
});
afterAll(async () => {
  if (!CAN_CERTIFY) return;
  await deployment.close();
  for (const receiver of receivers) await receiver.stop();
  await rm(folder, { recursive: true });
});

async function register(certificate: Certificate): Promise<{ receiver: Receiver; path: string }> {
  const receiver = await Receiver.start(certificate);
  receivers.push(receiver);
  const { webhookId, secret } = (await mustSucceed(operator.post(WEBHOOKS, { url: receiver.url }))).body as {
    webhookId: string;
    secret: string;
  };
  receiver.secret = secret;
  return { receiver, path: `${WEBHOOKS}/${webhookId}` };
}

const inTls = CAN_CERTIFY ? test : test.skip;

inTls('a receiver is told by https, with a certificate of an authority of NODE_EXTRA_CA_CERTS', async () => {
  const { receiver } = await register(trusted);
  const [patron] = await deployment.signIn(1);
  await mustSucceed(patron!.post(HOLDS, { id: 1, emailAddress: 'ada@example.org' }));
  await eventually(() => expect(receiver.events.map(({ type }) => type)).toContain('hold.placed'));
  expect(receiver.refused).toBe(0);
});

inTls.each([
  ['of another name', () => ofAnotherName, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['of an unknown authority', () => certify('localhost'), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
])(
  'nothing is sent to a receiver with a certificate %s, and staff see why',
  async (_, certificate, problem) => {
    const { receiver, path } = await register(certificate());
    const tested = await operator.post(`${path}/test`, {});
    expect(tested.body).toMatchObject({ status: null, problem: expect.stringContaining(problem) as unknown });
    expect(receiver.requests).toBe(0);
  },
);
