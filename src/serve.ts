import { access, constants } from 'node:fs/promises';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApplication } from './application.js';
import {
  announce,
  announceFailure,
  announceWarning,
  endAtUncaughtErrors,
  logWarnings,
} from './cli/announcements.js';
import { BULK_WORK, type DatabaseServer, acquireDatabaseServer } from './cli/database-server.js';
import { CommandFailed } from './cli/command-failed.js';
import { type DemoAccount, withDemoAccount } from './cli/demo-account.js';
import { createDemoTokens, type DemoPatron, loadDemoLibrary } from './cli/demo-library.js';
import { greet } from './cli/greeting.js';
import { operatorTokenFor } from './cli/operator-token.js';
import { HealthPort } from './http/health/health-port.js';
import { HealthService } from './http/health/health.service.js';
import { cutRequestOfUncaughtError } from './http/server/uncaught-errors.js';
import { isAtTerminal, ReloadSignal } from './cli/reload-signal.js';
import { makeFolder } from './platform/make-folder.js';
import type { Config, Settings } from './platform/settings/config.js';
import type { Database } from './platform/database/database.js';
import { LiveSettings } from './platform/settings/live-settings.js';
import { SettingsReload } from './platform/settings/settings-reload.js';
import { startTracing, stopTracing } from './platform/observability/tracing.js';

/**
 * Runs the service until a signal stops it.
 * @param readSettings called at the start, and when SIGHUP asks to read the settings again
 */
export async function serve(readSettings: () => Settings): Promise<void> {
  const settings = readSettings();
  const { config } = settings;
  logWarnings();
  if (settings.former.length > 0)
    announceWarning(
      `These settings are no longer there, and change nothing: ${settings.former.join(', ')}. UPGRADE.md has what takes their place.`,
    );
  endAtUncaughtErrors(cutRequestOfUncaughtError);
  const reloadSignal = new ReloadSignal();
  const stopping = stopSignal();
  void stopping.then(() => {
    endInTime(config);
  });
  const server = await acquireDatabaseServer(config, {
    runsJobs: config.role !== 'api',
    onWait: (sentence) => announce([sentence]),
  });
  try {
    await startTracing(config.tracing);
    const complete = await operatorTokenFor(settings);
    const started = complete(settings);
    await requireFolders(started.config);
    await serveOn(server, started.config, {
      stopping,
      beReady: (live) =>
        reloadSignal.handleWith(new SettingsReload(started, live, () => complete(readSettings()))),
    });
  } finally {
    await stopTracing();
    await server.release();
  }
}

/** @throws CommandFailed for a folder in which this process cannot keep what it has to keep, such as an upload. */
async function requireFolders({ role, smtpUrl, uploadsFolder, mailFolder }: Config): Promise<void> {
  const needed = [
    ...(role === 'worker' ? [] : [uploadsFolder]),
    ...(role === 'api' || smtpUrl !== undefined ? [] : [mailFolder]),
  ];
  for (const folder of needed)
    try {
      await makeFolder(folder);
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
      throw new CommandFailed(
        `This user cannot write to the folder ${folder}${code}. Set DATA_DIR to a folder where it can.`,
      );
    }
}

interface Signals {
  /** Resolves when the process should stop. */
  readonly stopping: Promise<void>;
  /** Called when the service can take over changed settings. */
  readonly beReady: (live: LiveSettings) => void;
}

async function serveOn(
  server: DatabaseServer,
  config: Config,
  { stopping, beReady }: Signals,
): Promise<void> {
  // Not in production, where no token may open a patron for ten years.
  const demo = server.isEmbedded && config.sandbox ? await prepareDemo(server, config) : undefined;
  const log = new Logger('Database');
  const onIdleError = (error: Error): void => {
    log.warn({ err: error }, 'Idle connection lost.');
  };
  const app = await createApplication(config, server.open({ onIdleError }));
  const lost = server.watch((line) => log.warn(line));
  try {
    await listen(() => app.listen(config.port, config.host), { ...config, setting: 'PORT' });
    const healthUrl = await listenForHealth(app, config, log);
    beReady(app.get(LiveSettings));
    greet(config, { patron: demo?.patron, account: demo?.account, healthUrl });
    const failure = await Promise.race([stopping, lost]);
    if (failure !== undefined) {
      endInTime(config);
      throw failure;
    }
    await stopListening(app, config);
  } finally {
    await app.close();
    app.get(HealthPort).close();
  }
}

/** Gives balancers time to notice first: those that do not retry would lose requests. */
async function stopListening(app: NestExpressApplication, { shutdownDelaySeconds }: Config): Promise<void> {
  app.get(HealthService).beginToStop();
  await sleep(shutdownDelaySeconds * 1000);
  const server: Server = app.getHttpServer();
  // Not awaited: timers and mail stop meanwhile, when the application is closed. Its end waits for both.
  server.close();
}

/** How long the rest may take once connections have been cut: the database may not answer. */
const CLOSING_SECONDS = 3;

/** Ends the process when its time for stopping is over, whatever it still waits for. */
function endInTime({ shutdownDelaySeconds, shutdownSeconds }: Config): void {
  const seconds = shutdownDelaySeconds + shutdownSeconds + CLOSING_SECONDS;
  setTimeout(() => {
    announceFailure(
      undefined,
      `Holdfast did not stop within ${seconds} s and has ended with work unfinished.`,
    );
    process.exit(1);
  }, seconds * 1000).unref();
}

/** What there is to try the service with. */
interface Demo {
  /** The first patron, with a token; undefined if there is none. */
  readonly patron: DemoPatron | undefined;
  readonly account: DemoAccount | undefined;
}

async function prepareDemo(server: DatabaseServer, config: Config): Promise<Demo> {
  const database = server.open(BULK_WORK);
  try {
    return { patron: await demoPatron(database, config), account: await withDemoAccount(config, database) };
  } finally {
    await database.close();
  }
}

async function demoPatron(database: Database, config: Config): Promise<DemoPatron | undefined> {
  const records = await loadDemoLibrary(database);
  if (records !== undefined) announce([`Loaded the demo library: ${records} records.`]);
  const [patron] = await createDemoTokens(database, config, 1);
  return patron;
}

interface Address {
  readonly port: number;
  readonly host: string;
  /** The setting that chooses the port. */
  readonly setting: string;
}

async function listen(start: () => Promise<unknown>, { port, host, setting }: Address): Promise<void> {
  try {
    await start();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new CommandFailed(
        `Port ${port} on ${host} is in use. Stop the program that uses it, or set ${setting} to another port.`,
      );
    if (code === 'EACCES')
      throw new CommandFailed(`This user may not open port ${port}. Set ${setting} to another port.`);
    if (typeof code !== 'string') throw error;
    throw new CommandFailed(
      `This machine cannot listen at HOST ${JSON.stringify(host)} (${code}). Set HOST to one of its addresses, such as 0.0.0.0 or ::.`,
    );
  }
}

/** @returns the address of health and metrics, if they have a port of their own */
async function listenForHealth(
  app: NestExpressApplication,
  { metricsListener }: Config,
  log: Logger,
): Promise<string | undefined> {
  if (metricsListener === undefined) return undefined;
  const { port, host, isOptional } = metricsListener;
  const healthPort = app.get(HealthPort);
  try {
    await listen(() => healthPort.listen(port, host), { port, host, setting: 'METRICS_PORT' });
  } catch (error) {
    if (!isOptional || !(error instanceof CommandFailed)) throw error;
    log.warn(`There are no health checks and no metrics. ${error.message}`);
    return undefined;
  }
  return healthPort.url;
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const STOP_SIGNALS_AT_TERMINAL = [...STOP_SIGNALS, 'SIGHUP'] as const;

/**
 * Resolves at the first SIGINT or SIGTERM. Call it first, so that no signal is lost during the start. Further signals are
 * ignored: they would end the process before it has answered the requests in progress.
 */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of isAtTerminal() ? STOP_SIGNALS_AT_TERMINAL : STOP_SIGNALS)
      process.on(signal, () => {
        resolve();
      });
  });
}
