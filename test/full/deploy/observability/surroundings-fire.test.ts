import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readFileSync } from 'node:fs';
import { Balancer, CAN_BALANCE } from '../../support/deploy/balancer.js';
import { ROOT } from '../../support/deploy/compose-file.js';
import { eventually } from '../../../support/clock.js';
import { freePort } from '../../../support/free-port.js';
import {
  DebianServer,
  hasDebianPostgres,
  makeServerFolder,
  runAsServer,
} from '../../support/servers/debian-postgres.js';
import { ALERTS_FILE, hasPrometheus, Prometheus } from './prometheus.js';

/**
 * Each alert of what is beside the service, fired by its cause: a real balancer, PostgreSQL, archive and backup, and exporters of Debian's
 * packages. A certificate that ends and a disk that is nearly full are told by stand-ins of their exporters.
 */
const [, group = ''] = readFileSync(ALERTS_FILE, 'utf8').split('- name: holdfast-surroundings');
const SURROUNDINGS = [...group.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
/** Where nothing was written since the last segment of the log, there is none to archive. */
const ARCHIVE_NOW = `SELECT pg_create_restore_point('now'), pg_switch_wal()`;

const EXPORTERS = ['prometheus-node-exporter', 'prometheus-postgres-exporter'];
const hasExporters = EXPORTERS.every((program) => spawnSync(program, ['--version']).status === 0);

const canRun = CAN_BALANCE && hasDebianPostgres && hasPrometheus && hasExporters;
const describeIf = canRun ? describe : describe.skip;

const inDays = (days: number): number => Date.now() / 1_000 + days * 86_400;
const addressOf = (server: Server): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;

describeIf('what is beside the service', () => {
  // One after the other: each test leaves something broken, and knows what the former ones have left.

  let folder: string;
  let serverFolder: Awaited<ReturnType<typeof makeServerFolder>>;
  let server: DebianServer;
  let balancer: Balancer;
  const exporters: ChildProcess[] = [];
  let prometheus: Prometheus;
  let certificateEnds = inDays(90);
  const standIn = createServer((_, response) =>
    response.end(
      [
        `probe_success 1\nprobe_ssl_earliest_cert_expiry ${certificateEnds}`,
        'node_filesystem_avail_bytes{mountpoint="/full"} 5\nnode_filesystem_size_bytes{mountpoint="/full"} 100\n',
      ].join('\n'),
    ),
  );

  /** @returns its address */
  const startExporter = async (
    program: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<string> => {
    const address = `127.0.0.1:${await freePort()}`;
    const env = { PATH: process.env.PATH, ...environment };
    const options = [`--web.listen-address=${address}`, ...args];
    exporters.push(spawn(program, options, { env, stdio: 'ignore' }));
    await eventually(async () => expect((await fetch(`http://${address}/metrics`)).status).toBe(200));
    return address;
  };
  const tellBackups = (): Promise<string> =>
    runAsServer('/usr/bin/bash', [join(serverFolder.path, 'scripts/metrics.sh')], {
      BACKUP_DIR: join(serverFolder.path, 'backups'),
    });

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
    await tellBackups();
    await server.query('CREATE ROLE holdfast_watch LOGIN');
    const host = await startExporter('prometheus-node-exporter', [
      `--collector.textfile.directory=${serverFolder.path}/backups/metrics`,
    ]);
    const postgres = await startExporter('prometheus-postgres-exporter', [], {
      DATA_SOURCE_URI: `127.0.0.1:${server.port}/holdfast?sslmode=disable`,
      DATA_SOURCE_USER: 'holdfast_watch',
    });
    standIn.listen(0, '127.0.0.1');
    await once(standIn, 'listening');
    prometheus = await Prometheus.start({
      balancer: [new URL(balancer.url(8404)).host],
      'holdfast-host': [host],
      'holdfast-postgres': [postgres],
      'holdfast-certificate': [addressOf(standIn)],
    });
  });
  afterAll(async () => {
    await prometheus.stop();
    standIn.close();
    for (const exporter of exporters) exporter.kill();
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
      expect(await prometheus.query('pg_stat_archiver_archived_count > 0')).toHaveLength(1);
      expect(
        await prometheus.query('node_filesystem_avail_bytes{job="holdfast-host", mountpoint="/"}'),
      ).toHaveLength(1);
      expect(await prometheus.query('probe_ssl_earliest_cert_expiry > time()')).toHaveLength(1);
    });
    await firing('HoldfastBackupOld');
    expect(await firingHere()).toEqual(['HoldfastBackupOld']);
    const now = new Date().toISOString().replaceAll(/[-:]/g, '');
    await runAsServer('/usr/bin/mkdir', [join(serverFolder.path, 'backups/base', now)]);
    await tellBackups();
    await eventually(async () => expect(await firingHere()).toEqual([]));
  });

  test('an archive that cannot be written, a certificate that ends, and a balancer without an API', async () => {
    const wal = join(serverFolder.path, 'backups/wal');
    // The server itself may be writing there.
    await chmod(wal, 0o500);
    certificateEnds = inDays(3);
    let isOver = false;
    const requests = (async () => {
      while (!isOver) {
        await promisify(execFile)('curl', ['-sk', '-o', '/dev/null', balancer.url(8443)]);
        // A new segment wakes the archiver, which waits a minute after a failure.
        await server.query(ARCHIVE_NOW);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
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
    prometheus = await Prometheus.start({ 'holdfast-host': [addressOf(standIn)] });
    await firing('HoldfastDiskFull');
  });

  test('these are all of the group', () => {
    const text = readFileSync(new URL(import.meta.url), 'utf8');
    expect(SURROUNDINGS.filter((name) => !text.includes(`'${name}'`))).toEqual([]);
  });
});
