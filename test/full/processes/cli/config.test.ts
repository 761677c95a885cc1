import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHoldfast } from '../../support/processes.js';

test('config prints what is in effect, and no secret of it, wherever it comes from', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-config-'));
  const file = join(folder, 'operator-token');
  await writeFile(file, 'canary-operator-token-that-is-long-enough\n');
  const { code, out, err } = await runHoldfast(['config'], {
    DATABASE_URL: 'postgres://holdfast:canary@db.example.org:6432/library?password=canary',
    MIGRATION_DATABASE_URL: 'postgres://owner:canary@db.example.org/library',
    JOBS_DATABASE_URL: 'postgres://worker:canary@db.example.org/library',
    SMTP_URL: 'smtps://mailer:canary@mail.example.org:465/?pass=canary',
    OPERATOR_TOKEN_FILE: file,
    CONTENT_URL: 'https://content.example.org/{reserveId}',
    CONTENT_KEY: 'canary-content-key-that-is-long-enough',
    PUBLIC_URL: 'https://holds.example.org/',
    JWT_ISSUER: 'https://id.example.org',
    JWT_AUDIENCE: 'holdfast',
    JWT_JWKS_URL: 'https://id.example.org/keys',
  });
  await rm(folder, { recursive: true });
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out)).toMatchObject({
    host: '0.0.0.0',
    databaseUrl: 'postgres://holdfast:***@db.example.org:6432/library',
    smtpUrl: 'smtps://mailer:***@mail.example.org:465/',
    operatorTokens: ['***'],
    contentUrl: 'https://content.example.org/{reserveId}',
    contentKey: '***',
    publicUrl: 'https://holds.example.org',
    role: 'all',
    poolSize: 10,
    sandbox: false,
    identityProvider: {
      issuer: 'https://id.example.org',
      patronClaim: { name: 'patron_id', is: 'patronId' },
    },
  });
  expect(out).not.toContain('canary');
});
