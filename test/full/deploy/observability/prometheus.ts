import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../../support/clock.js';
import { freePort } from '../../../support/free-port.js';

/** Debian's package `prometheus`, with `promtool`. */
export const hasPrometheus = ['prometheus', 'promtool'].every(
  (program) => spawnSync(program, ['--version']).status === 0,
);

export const ALERTS_FILE = fileURLToPath(
  new URL('../../../../deploy/prometheus/alerts.yml', import.meta.url),
);

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

/** The expressions of all panels of the dashboard. */
export function dashboardExpressions(): string[] {
  const file = new URL('../../../../deploy/grafana/holdfast.json', import.meta.url);
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

/** Long enough for two scrapes at least, so that rates have a value. */
export const RANGE = '9s';
const HELD_FOR = '3s';

/**
 * The rules with shorter times, so that what takes minutes in production takes seconds here: every range of a rate is 9
 * seconds, and every `for` is 3. What is compared, and with which number, stays as it is.
 */
export function inSeconds(rules: string): string {
  return rules.replaceAll(/\[\d+[mh]\]/g, `[${RANGE}]`).replaceAll(/^( +for: )\d+[mh]$/gm, `$1${HELD_FOR}`);
}

export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** Scrapes every 3 seconds, which is longer than a process takes to give up on its database. */
const configuration = (
  jobs: Readonly<Record<string, readonly string[]>>,
  alertmanagers: readonly string[],
): string => `
alerting: { alertmanagers: [{ static_configs: [{ targets: ${JSON.stringify(alertmanagers)} }] }] }
global: { scrape_interval: 3s, scrape_timeout: 3s, evaluation_interval: 1s }
rule_files: [alerts.yml]
scrape_configs:
${Object.entries(jobs)
  .map(
    ([name, targets]) =>
      `  - { job_name: ${name}, static_configs: [{ targets: ${JSON.stringify(targets)} }] }\n`,
  )
  .join('')}`;

/** A Prometheus that scrapes the processes of a test. */
export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly url: string,
  ) {}

  /** @param jobs the addresses (host and port) of each job */
  static async start(
    jobs: Readonly<Record<string, readonly string[]>>,
    alertmanagers: readonly string[] = [],
  ): Promise<Prometheus> {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-prometheus-'));
    await writeFile(join(folder, 'prometheus.yml'), configuration(jobs, alertmanagers));
    await writeFile(join(folder, 'alerts.yml'), inSeconds(await readFile(ALERTS_FILE, 'utf8')));
    const address = `127.0.0.1:${await freePort()}`;
    const options = [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ];
    const child = spawn('prometheus', options, { stdio: 'ignore' });
    const end = (): boolean => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    const started = new Prometheus(child, folder, `http://${address}`);
    await eventually(async () => {
      expect((await fetch(`http://${address}/-/ready`)).status).toBe(200);
    });
    return started;
  }

  /** @throws if the expression is not valid */
  async query(expression: string): Promise<readonly Sample[]> {
    const { result } = await this.ask<{ result: readonly Sample[] }>('query', { query: expression });
    return result;
  }

  /** The names of the alerts that are firing now. */
  async firing(): Promise<string[]> {
    const { alerts } = await this.ask<{
      alerts: readonly { readonly state: string; readonly labels: { readonly alertname: string } }[];
    }>('alerts', {});
    return [
      ...new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)),
    ];
  }

  private async ask<Data>(path: string, parameters: Readonly<Record<string, string>>): Promise<Data> {
    const response = await fetch(`${this.url}/api/v1/${path}?${new URLSearchParams(parameters).toString()}`);
    const { data, error } = (await response.json()) as { data: Data; error?: string };
    if (error !== undefined) throw new Error(`Prometheus refuses ${JSON.stringify(parameters)}: ${error}`);
    return data;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      this.child.kill('SIGKILL');
      await once(this.child, 'exit');
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
