import { mkdir, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddedDatabase } from '../../dist/embedded/embedded-database.js';
import { migrate } from '../../dist/platform/database/migrations/migrations.js';
import { prepareJobs } from '../../dist/platform/jobs/jobs.js';
import { startHelper, startService } from '../processes.mjs';

/** As in production, except that the clock can be moved, which production does not allow. */
const SETTINGS = { NODE_ENV: '', SANDBOX: 'true', WRONG_PINS_PER_CLIENT: '0', WRONG_PINS_PER_ADDRESS: '0' };
/** The level of a warning in the log. */
const WARNING = 40;
/** The service ends within 35 seconds. */
const MAX_STOP_MS = 60_000;

/**
 * A PostgreSQL server, a mail server, two API processes and a worker. What the processes log of warnings and errors goes to
 * `service.log` in the folder.
 */
export async function startDeployment(folder) {
  const dataDir = join(folder, 'database');
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  const embedded = await openEmbeddedDatabase(dataDir);
  await migrate(embedded.url);
  await prepareJobs(embedded.url);
  const mail = startHelper('./soak/mail-sink.mjs');
  const { port: mailPort } = await mail.ask('listen');
  const worker = {
    ROLE: 'worker',
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'holds@library.example.org',
  };
  const log = createWriteStream(join(folder, 'service.log'));
  const processes = [];
  for (const [name, settings] of [
    ['api 1', {}],
    ['api 2', {}],
    ['worker', worker],
  ]) {
    const started = await startService(embedded.url, [], {
      settings: { ...SETTINGS, ...settings },
      log: (line) => isWarning(line) && log.write(`${name} ${line}\n`),
    });
    processes.push({ name, ...started });
  }
  return {
    databaseUrl: embedded.url,
    processes,
    apiPorts: processes.slice(0, 2).map(({ port }) => port),
    mails: () => mail.ask('count'),
    /** @returns the processes that ended before, or did not end as they should */
    stop: async () => {
      const ended = processes.filter(({ exitCode }) => exitCode() !== null);
      await Promise.all(processes.map(stopInTime));
      await mail.stop();
      await embedded.release();
      await rm(dataDir, { recursive: true, force: true });
      log.end();
      return [...new Set([...ended, ...processes.filter(({ exitCode }) => exitCode() !== 0)])];
    },
  };
}

async function stopInTime({ pid, stop }) {
  const tooLate = setTimeout(() => process.kill(pid, 'SIGKILL'), MAX_STOP_MS);
  await stop();
  clearTimeout(tooLate);
}

function isWarning(line) {
  try {
    return JSON.parse(line).level >= WARNING;
  } catch {
    return line !== '';
  }
}
