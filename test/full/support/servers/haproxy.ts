import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const found = spawnSync('haproxy', ['-v'], { encoding: 'utf8' });
/** Debian's package `haproxy`. */
export const hasHaproxy = found.status === 0;
/** Where a server breaks off, 2.6 refuses the stream of HTTP/2 as if nothing had been sent, and clients send it again. 3.2 answers 502. */
export const answersBrokenStreams = hasHaproxy && !found.stdout.includes(' version 2.');

/** A running HAProxy. */
export interface Haproxy {
  stop(): Promise<void>;
}

/**
 * Starts HAProxy. It may not listen yet.
 * @param configuration the content of its file
 * @throws if HAProxy finds it wrong
 */
export async function startHaproxy(
  configuration: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  const env = { ...process.env, ...environment };
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`HAProxy refuses its configuration: ${stderr}`);
  const child = spawn('haproxy', ['-db', '-f', file], { env, stdio: 'ignore' });
  const end = (): boolean => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return {
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
