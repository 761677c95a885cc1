import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that the system chooses from by itself: a socket of another test must not take one meanwhile. */
const [FIRST, LAST] = [12_000, 32_000];

/** Jest's workers choose from different ports. One that has ended is followed by another with its number. */
const STEP = 16;
const OWN = Number(process.env.JEST_WORKER_ID ?? 0) % STEP;

let last = Math.floor(Math.random() * (LAST - FIRST));

/** A port of this machine that nothing listens on. No other call gets it, until thousands of others were given. */
export async function freePort(): Promise<number> {
  for (;;) {
    last = (last + STEP) % (LAST - FIRST);
    const port = FIRST + last - (last % STEP) + OWN;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
