import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readFileSync } from 'node:fs';
import { Balancer, CAN_BALANCE } from '../../support/deploy/balancer.js';
import { RestartedProcess } from '../restarted-process.js';
import { ROOT } from '../../support/deploy/compose-file.js';
import { eventually } from '../../../support/clock.js';
import {
  DebianServer,
  hasDebianPostgres,
  makeServerFolder,
  runAsServer,
} from '../../support/servers/debian-postgres.js';
import { ALERTS_FILE, hasPrometheus, Prometheus } from './prometheus.js';

/**
 * Each alert of what is beside the service, fired by its cause: a real balancer, PostgreSQL, archive, backup and certificate.
 * A disk that is nearly full is told by a stand-in of the exporter.
 */
const [, group = ''] = readFileSync(ALERTS_FILE, 'utf8').split('- name: holdfast-surroundings');
const SURROUNDINGS = [...group.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
/** Where nothing was written since the last segment of the log, there is none to archive. */
const ARCHIVE_NOW = `SELECT pg_create_restore_point('now'), pg_switch_wal()`;

const canRun = CAN_BALANCE && hasDebianPostgres && hasPrometheus;
const describeIf = canRun ? describe : describe.skip;

describeIf('what is beside the service', () => {
  // One after the other: each test leaves something broken, and knows what the former ones have left.

  let folder: string;
  let serverFolder: Awaited<ReturnType<typeof makeServerFolder>>;
  let server: DebianServer;
  let balancer: Balancer;
  let watch: RestartedProcess;
  let prometheus: Prometheus;
  const fullDisk = createServer((_, response) =>
    response.end('holdfast_disk_free_ratio{disk="full"} 0.05\n'),
  );

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-surroundings-'));
    serverFolder = await makeServerFolder();
    execFileSync('bash', [`${ROOT}deploy/make-secrets.sh`, folder], {
      env: { PATH: process.env.PATH, SMTP_URL: 'smtp://127.0.0.1:1' },
    });
    execFileSync('cp', ['-r', `${ROOT}deploy/backup`, join(serverFolder.path, 'scripts')]);
    await runAsServer('/usr/bin/mkdir', ['-p', join(serverFolder.path, 'backups/base/20260101T000000Z')]);
    server = await DebianServer.create(join(serverFolder.path, 'data'), {
      archive_mode: 'on',
      archive_command: `BACKUP_DIR=${serverFolder.path}/backups bash ${serverFolder.path}/scripts/archive-wal.sh %p %f`,
    });
    await server.query('CREATE DATABASE holdfast');
    // No API runs behind it: what it answers is 503.
    balancer = await Balancer.start(folder, {});
    watch = await RestartedProcess.start(
      [
        'watch',
        `--backups=${serverFolder.path}/backups`,
        `--certificate=${folder}/certificate.pem`,
        `--disk=tmp=${folder}`,
      ],
      { DATABASE_URL: server.url(), HOST: '127.0.0.1' },
    );
    fullDisk.listen(0, '127.0.0.1');
    await once(fullDisk, 'listening');
    prometheus = await Prometheus.start({
      balancer: [new URL(balancer.url(8404)).host],
      'holdfast-watch': [`127.0.0.1:${watch.metricsPort}`],
    });
  });
  afterAll(async () => {
    await prometheus.stop();
    fullDisk.close();
    await watch.stop();
    await balancer.stop();
    await server.kill();
    await serverFolder.remove();
    await rm(folder, { recursive: true });
  });

  const firing = (...alerts: readonly string[]): Promise<void> =>
    eventually(async () => {
      expect(await prometheus.firing()).toEqual(expect.arrayContaining([...alerts]));
    });

  /** Without those of processes, of which none runs here. */
  const firingHere = async (): Promise<string[]> =>
    (await prometheus.firing()).filter((each) => SURROUNDINGS.includes(each));

  test('in good order but for an old base backup, that alone fires', async () => {
    await eventually(async () => {
      await server.query(ARCHIVE_NOW);
      expect(await prometheus.query('holdfast_archive_last_success_timestamp_seconds > 0')).toHaveLength(1);
      expect(await prometheus.query('holdfast_disk_free_ratio{disk="tmp"}')).toHaveLength(1);
      expect(await prometheus.query('holdfast_certificate_end_timestamp_seconds > time()')).toHaveLength(1);
    });
    await firing('HoldfastBackupOld');
    expect(await firingHere()).toEqual(['HoldfastBackupOld']);
    const now = new Date().toISOString().replaceAll(/[-:]/g, '');
    await runAsServer('/usr/bin/mkdir', [join(serverFolder.path, 'backups/base', now)]);
    await eventually(async () => expect(await firingHere()).toEqual([]));
  });

  test('an archive that cannot be written, a certificate that ends, and a balancer without an API', async () => {
    const wal = join(serverFolder.path, 'backups/wal');
    // The server itself may be writing there.
    await chmod(wal, 0o500);
    await server.query(ARCHIVE_NOW);
    await chmod(join(folder, 'certificate.pem'), 0o600);
    const key = join(folder, 'key');
    const subject = ['-nodes', '-days', '3', '-subj', '/CN=localhost', '-keyout', key];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', ...subject, '-out', join(folder, 'certificate.pem')],
      {
        stdio: 'ignore',
      },
    );
    let isOver = false;
    const requests = (async () => {
      while (!isOver) {
        await promisify(execFile)('curl', ['-sk', '-o', '/dev/null', balancer.url(8443)]);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    })();
    try {
      await firing('HoldfastArchiveFailing', 'HoldfastCertificateEnds', 'HoldfastBalancerErrors');
    } finally {
      isOver = true;
      await requests;
    }
    await chmod(wal, 0o700);
    await eventually(async () => {
      // A new segment wakes the archiver, which waits a minute after a failure.
      await server.query(ARCHIVE_NOW);
      expect(await prometheus.firing()).not.toContain('HoldfastArchiveFailing');
    });
  });

  test('a balancer that is away', async () => {
    await balancer.stop();
    await firing('HoldfastBalancerDown');
  });

  test('a disk that is nearly full', async () => {
    await prometheus.stop();
    const { port } = fullDisk.address() as AddressInfo;
    prometheus = await Prometheus.start({ 'holdfast-watch': [`127.0.0.1:${port}`] });
    await firing('HoldfastDiskFull');
  });

  test('these are all of the group', () => {
    const text = readFileSync(new URL(import.meta.url), 'utf8');
    expect(SURROUNDINGS.filter((name) => !text.includes(`'${name}'`))).toEqual([]);
  });
});
