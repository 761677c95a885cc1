import type { ApiClient } from './api-client.js';

const MIN_WAIT_MS = 3_000;
const UNAUTHORIZED = 401;

/** Up to where a page knows of changes. */
export interface KnownChanges {
  id?: string;
}

/**
 * Calls `onChanged` whenever something of the patron's has changed, until it is to stop. What had happened before the page knew of any
 * change is none: it was read a moment ago.
 */
export async function followChanges(
  client: ApiClient,
  href: string,
  known: KnownChanges,
  onChanged: () => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const { ok, status, body } = await client.stream(href, known.id, signal);
      // To read again says so to the patron.
      if (status === UNAUTHORIZED) return onChanged();
      if (ok && body !== null) await readIds(body, known, onChanged);
    } catch {
      // The connection was lost, or the page is left.
    }
    await new Promise((resolve) => setTimeout(resolve, MIN_WAIT_MS * (1 + Math.random())));
  }
}

async function readIds(body: ReadableStream, known: KnownChanges, onChanged: () => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('id: ')) continue;
      if (known.id !== undefined) onChanged();
      known.id = line.slice(4);
    }
  }
}
