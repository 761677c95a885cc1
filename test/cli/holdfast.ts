import { once } from 'node:events';
import { collectOutput, freePort, runHoldfast } from '../support/processes.js';

/** What became of a command: its exit code, and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `holdfast` with these words to its end. It sees no other environment than `settings`. */
export async function holdfast(
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = runHoldfast(words, settings);
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout?.on('data', (piece: Buffer) => out.push(piece));
  child.stderr?.on('data', (piece: Buffer) => err.push(piece));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

/** A `holdfast worker` that says it is ready. */
export async function startWorker(
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; stop(): Promise<number | null> }> {
  const port = String(await freePort());
  const child = runHoldfast(['worker'], { PORT: port, HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...settings });
  const output = collectOutput(child);
  const ended = once(child, 'close') as Promise<[number | null]>;
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (output().includes('Holdfast is ready')) resolve();
    });
    void ended.then(([code]) => reject(new Error(`The worker ended with ${code}: ${output()}`)));
  });
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    return (await ended)[0];
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
