import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { SipMessage } from '../../../../src/access/ils/sip2-message.js';
import { askForPatron } from '../../../../src/access/ils/sip2-walk.js';
import { settingsSchemas } from '../../../../src/records/kinds/settings/settings.schema.js';
import { IlsResponder } from '../../../support/access/ils/ils-responder.js';
import { CAN_CERTIFY, certify } from '../../support/certificates.js';

const before = getCACertificates();
afterAll(() => setDefaultCACertificates(before));

function ask({ port }: IlsResponder, host: string, ca?: string): Promise<SipMessage> {
  const signIn = { kind: 'sip2', host, port, login: 'holdfast', ca };
  const ils = settingsSchemas.whole.parse({ websiteId: 1, signIn }).signIn!;
  const whole = AbortSignal.timeout(5_000);
  const server = { ...ils, addresses: [{ address: '127.0.0.1', family: 4 }] };
  const deadlines = { connecting: whole, whole };
  const passwords = { password: 'secret', terminalPassword: null };
  return askForPatron({ server, ils, passwords, deadlines }, { cardNumber: '2001', pin: '4711' });
}

const inTls = CAN_CERTIFY ? test : test.skip;

inTls('a library’s system is asked only with a trusted certificate for its name', async () => {
  const certificate = certify('localhost');
  const system = await IlsResponder.start(certificate);
  await expect(ask(system, 'localhost')).rejects.toThrow('not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)');
  setDefaultCACertificates([...before, certificate.cert]);
  await expect(ask(system, 'ils.example')).rejects.toThrow('not trusted (ERR_TLS_CERT_ALTNAME_INVALID)');
  expect(system.messages).toEqual([]);
  const { fields } = await ask(system, 'localhost');
  await system.idle();
  expect([fields.get('BL'), system.codes()]).toEqual([['N'], ['93', '99', '63', '35']]);
  await system.stop();
});

inTls('a library’s own authority is trusted in place of those of the service', async () => {
  const certificate = certify('localhost');
  const system = await IlsResponder.start(certificate);
  setDefaultCACertificates([...before, certificate.cert]);
  const another = certify('localhost').cert;
  await expect(ask(system, 'localhost', another)).rejects.toThrow(
    'not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)',
  );
  setDefaultCACertificates(before);
  const { fields } = await ask(system, 'localhost', another + certificate.cert);
  expect(fields.get('BL')).toEqual(['N']);
  await system.stop();
});
