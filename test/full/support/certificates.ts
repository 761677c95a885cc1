import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Certificate } from '../../support/webhooks/receiver.js';

/** Debian's package `openssl`. */
export const CAN_CERTIFY = spawnSync('openssl', ['version']).status === 0;

/** Signed by itself. */
export function certify(name: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  try {
    execFileSync('openssl', ['req', '-x509', ...ec, ...names, '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
