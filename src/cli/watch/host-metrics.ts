import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { Gauge, Registry } from 'prom-client';
import { readAtMostEvery } from '../../platform/observability/readings.js';
import type { ArchiveState } from './archive.store.js';

export interface WatchTargets {
  /** The folder of deploy/backup, with `base`. */
  readonly backups?: string;
  /** A file in PEM, whose first certificate is the service's, or the `host:port` that it is asked for. */
  readonly certificate?: string;
  /** Folders by the names that alerts show. */
  readonly disks: Readonly<Record<string, string>>;
}

const ASKING_MS = 3_000;
const KEEPING = { milliseconds: 5_000 };

/** Figures of what is beside the service. What cannot be read is 0, at which its alert fires; of the archive, the database's alert tells. */
export function hostMetrics(
  { backups, certificate, disks }: WatchTargets,
  archive: () => Promise<ArchiveState | undefined>,
): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, read: () => Promise<number | undefined>): void => {
    const readOften = readAtMostEvery(KEEPING, read);
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await readOften();
        this.remove();
        if (value !== undefined) this.set(value);
      },
    });
  };
  gauge(
    'holdfast_archive_failing',
    'Whether PostgreSQL last failed to archive its log: 1 or 0.',
    async () => {
      const state = await archive();
      return state && Number(state.isFailing);
    },
  );
  gauge(
    'holdfast_archive_last_success_timestamp_seconds',
    'When PostgreSQL last archived a part of its log, in Unix time; 0 if it never has.',
    async () => {
      const state = await archive();
      return state && (state.lastArchived ?? 0);
    },
  );
  if (backups !== undefined)
    gauge(
      'holdfast_base_backup_timestamp_seconds',
      'When the newest base backup was complete, in Unix time; 0 if there is none that can be seen.',
      () => newestBackup(join(backups, 'base')).catch(() => 0),
    );
  if (certificate !== undefined)
    gauge(
      'holdfast_certificate_end_timestamp_seconds',
      'When the certificate of the public address ends, in Unix time; 0 if it cannot be read.',
      () => endOf(certificate).catch(() => 0),
    );
  addDisks(registry, disks);
  return registry;
}

async function endOf(certificate: string): Promise<number> {
  const [, host, port] = /^([\w.-]+):(\d+)$/.exec(certificate) ?? [];
  const content = host === undefined ? await readFile(certificate) : await certificateOf(host, Number(port));
  return Date.parse(new X509Certificate(content).validTo) / 1_000;
}

/** Whether anyone vouches for it makes no difference here. */
async function certificateOf(host: string, port: number): Promise<Buffer> {
  const socket = connect({ host, port, rejectUnauthorized: false, timeout: ASKING_MS });
  try {
    socket.once('timeout', () => socket.destroy(new Error('There was no certificate in time.')));
    await once(socket, 'secureConnect');
    return socket.getPeerCertificate().raw;
  } finally {
    socket.destroy();
  }
}

/** Base backups are named by their end: 20261122T090000.250000Z. */
const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/;

async function newestBackup(folder: string): Promise<number> {
  const names = await readdir(folder);
  const ends = names.map((name) => Date.parse(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z')));
  return Math.max(0, ...ends.filter((end) => !Number.isNaN(end))) / 1_000;
}

function addDisks(registry: Registry, disks: WatchTargets['disks']): void {
  const free = new Gauge({
    name: 'holdfast_disk_free_ratio',
    help: 'The part of a disk that is free, from 0 to 1; 0 if it cannot be seen.',
    labelNames: ['disk'] as const,
    registers: [registry],
    async collect() {
      for (const [disk, folder] of Object.entries(disks)) {
        const space = await statfs(folder).catch(() => undefined);
        free.set({ disk }, space === undefined ? 0 : space.bavail / space.blocks);
      }
    },
  });
}
