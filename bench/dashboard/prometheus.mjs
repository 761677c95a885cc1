import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { URLSearchParams } from 'node:url';
import { freePort } from '../processes.mjs';

const SCRAPE_SECONDS = 5;

/**
 * Debian's Prometheus, which scrapes these processes.
 * @param {{ name: string, port: number, job: string }[]} processes
 */
export async function startPrometheus(folder, processes) {
  const dataDir = join(folder, 'prometheus');
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  const scrape_configs = processes.map(({ name, port, job }) => ({
    job_name: `${job} ${name}`,
    static_configs: [{ targets: [`127.0.0.1:${port}`], labels: { job, instance: name } }],
  }));
  const seconds = `${SCRAPE_SECONDS}s`;
  const configuration = {
    global: { scrape_interval: seconds, scrape_timeout: seconds },
    scrape_configs,
  };
  // JSON is YAML.
  await writeFile(join(dataDir, 'prometheus.yml'), JSON.stringify(configuration));
  const address = `127.0.0.1:${await freePort()}`;
  const options = [
    `--config.file=${join(dataDir, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(dataDir, 'data')}`,
    `--web.listen-address=${address}`,
    '--log.level=error',
  ];
  const child = spawn('prometheus', options, { stdio: 'inherit' });
  process.once('exit', () => child.kill('SIGKILL'));
  await waitUntilReady(address);
  return {
    /** Each series of the expression, with its labels and its points: time in seconds, and value. */
    queryRange: async (query, { from, to }) => {
      const parameters = new URLSearchParams({ query, start: from, end: to, step: SCRAPE_SECONDS });
      const { data, error } = await (
        await fetch(`http://${address}/api/v1/query_range?${parameters}`)
      ).json();
      if (error !== undefined) throw new Error(`${query}: ${error}`);
      return data.result.map(({ metric, values }) => ({
        labels: metric,
        points: values
          .map(([at, value]) => [at, Number(value)])
          .filter(([, value]) => Number.isFinite(value)),
      }));
    },
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(address) {
  for (;;) {
    const isReady = await fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await sleep(100);
  }
}
