import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHoldfast } from '../../support/processes.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-config-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('config', () => {
  const printed = async (environment: Readonly<Record<string, string>>): Promise<Record<string, unknown>> => {
    const { code, out, err } = await runHoldfast(['config'], environment);
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out) as Record<string, unknown>;
  };

  test('prints the defaults where nothing is set', async () => {
    expect(await printed({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: 'embedded',
      migrationDatabaseUrl: 'that of databaseUrl',
      jobsDatabaseUrl: 'that of databaseUrl',
      preparedStatements: true,
      dataDir: join(process.cwd(), '.data'),
      publicUrl: 'http://localhost:8080',
      catalogUrl: 'http://localhost:8080',
      vendor: 'holdfast',
      drawnCovers: true,
      poolSize: 10,
      logLevel: 'info',
      requestTimeoutSeconds: 30,
      maxConnections: 10_000,
      shutdownDelaySeconds: 0,
      shutdownSeconds: 30,
      role: 'all',
      operatorTokens: [],
      sandbox: true,
      shelf: true,
      smtpUrl: 'none: mails are files',
      mailFrom: 'holds@localhost',
      mailFolder: join(process.cwd(), '.data', 'mail'),
      mailConcurrency: 3,
      mailPaused: false,
      staffProvider: 'none',
      staffPasswords: true,
      tokenSeconds: 3600,
      requestsPerMinute: { perPatron: 600, perClient: 30_000, perApiToken: 6_000, perAddress: 60_000 },
      wrongPins: { perClient: 1_000, perAddress: 300 },
      wrongTokensPerAddress: 600,
      outbound: { privateNetworks: [] },
      webhooksToPrivateAddresses: false,
      uploads: {
        folder: join(process.cwd(), '.data', 'uploads'),
        maxMegabytes: 512,
        atOnce: 2,
        maxStreamMegabytes: 10_000,
        silenceSeconds: 60,
      },
      trustedProxies: [],
      contentUrl: 'none: the built-in page',
      contentKey: 'none',
      contentLinkSeconds: 300,
      errorPageOrigins: [],
      identityProvider: 'none',
      tracing: 'none',
    });
  });

  test('prints what is in effect, and no secret of it, wherever it comes from', async () => {
    const file = join(folder, 'operator-token');
    await writeFile(file, 'canary-operator-token-that-is-long-enough\n');
    const shown = await printed({
      DATABASE_URL: 'postgres://holdfast:canary@db.example.org:6432/library?password=canary',
      MIGRATION_DATABASE_URL: 'postgres://owner:canary@db.example.org/library',
      JOBS_DATABASE_URL: 'postgres://worker:canary@db.example.org/library',
      SMTP_URL: 'smtps://mailer:canary@mail.example.org:465/?pass=canary',
      OPERATOR_TOKEN_FILE: file,
      CONTENT_URL: 'https://content.example.org/{reserveId}',
      CONTENT_KEY: 'canary-content-key-that-is-long-enough',
      PUBLIC_URL: 'https://holds.example.org/',
      ROLE: 'api',
      POOL_SIZE: '25',
      JWT_ISSUER: 'https://id.example.org',
      JWT_AUDIENCE: 'holdfast',
      JWT_JWKS_URL: 'https://id.example.org/keys',
    });
    expect(shown).toMatchObject({
      host: '0.0.0.0',
      databaseUrl: 'postgres://holdfast:***@db.example.org:6432/library',
      smtpUrl: 'smtps://mailer:***@mail.example.org:465/',
      operatorTokens: ['***'],
      contentUrl: 'https://content.example.org/{reserveId}',
      contentKey: '***',
      publicUrl: 'https://holds.example.org',
      catalogUrl: 'https://holds.example.org',
      role: 'api',
      poolSize: 25,
      sandbox: false,
      identityProvider: { issuer: 'https://id.example.org', patronClaim: 'patron_id' },
    });
    expect(JSON.stringify(shown)).not.toContain('canary');
  });

  test('names a setting that is wrong', async () => {
    const { code, out, err } = await runHoldfast(['config'], { POOL_SIZE: 'canary' });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('  POOL_SIZE must be a whole number from 2 to 500');
    expect(err).not.toContain('canary');
  });
});
