import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuSecondsOf, freePort } from '../processes.mjs';

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Starts one worker process with production settings. */
export async function startWorker(databaseUrl, mailPort) {
  const port = await freePort();
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: {
      NODE_ENV: 'production',
      ROLE: 'worker',
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(port),
      DATABASE_URL: databaseUrl,
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      MAIL_FROM: 'holds@library.example.org',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const url = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + 30_000; ; await sleep(50)) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.ok) break;
    if (Date.now() > deadline || child.exitCode !== null)
      throw new Error('The worker was not ready within 30 seconds.');
  }
  return {
    metric: async (name) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
    },
    cpuSeconds: () => cpuSecondsOf(child.pid) ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
