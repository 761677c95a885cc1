import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Command } from 'commander';
import type { Registry } from 'prom-client';
import { readConfig } from '../../platform/settings/config.js';
import { Database } from '../../platform/database/database.js';
import { announce } from '../announcements.js';
import { CommandFailed } from '../command-failed.js';
import { readArchive } from '../watch/archive.store.js';
import { hostMetrics } from '../watch/host-metrics.js';

interface Options {
  readonly backups?: string;
  readonly certificate?: string;
  readonly disk: Readonly<Record<string, string>>;
}

export function watchCommand(): Command {
  return new Command('watch')
    .description(
      'show Prometheus what is beside the service (at METRICS_PORT): archive, backups, disks, certificate',
    )
    .option('--backups <folder>', 'where the base backups are')
    .option(
      '--certificate <file>',
      'the certificate of the public address: a file in PEM, or HOST:PORT, which is asked',
    )
    .option('--disk <name=folder>', 'a disk whose free space matters; may be repeated', addDisk, {})
    .action(async ({ backups, certificate, disk }: Options) => {
      const { databaseUrl, metricsListener, port, host } = readConfig();
      if (databaseUrl === undefined)
        throw new CommandFailed('Set DATABASE_URL: the archive is of a PostgreSQL server.');
      const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
      // It connects when it is asked: what it watches may be away.
      const database = new Database({ url: databaseUrl, poolSize: 1 });
      const watched = { disks: disk, ...(backups && { backups }), ...(certificate && { certificate }) };
      const server = serveMetrics(hostMetrics(watched, () => readArchive(database)));
      server.listen(metricsListener ?? { port, host });
      await once(server, 'listening');
      announce(['Holdfast is ready: it watches what is beside the service.']);
      await stopped;
      server.close();
      server.closeAllConnections();
      await database.close();
    });
}

function addDisk(text: string, former: Options['disk']): Options['disk'] {
  const [, name, folder] = /^([\w-]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || folder === undefined)
    throw new CommandFailed(`--disk must be NAME=FOLDER, such as backups=/backups, and not ${text}.`);
  return { ...former, [name]: folder };
}

/** The image's health check asks the same address as that of the service. */
function serveMetrics(registry: Registry): Server {
  return createServer((request, response) => {
    if (request.url === '/health/live') response.end('{"status":"ok"}');
    else if (request.url === '/metrics')
      void registry.metrics().then((text) => {
        response.setHeader('Content-Type', registry.contentType).end(text);
      });
    else response.writeHead(404).end();
  });
}
