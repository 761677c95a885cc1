import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../domain/errors.js';
import type { Constants } from '../../platform/settings/constants.js';

export const BYTES_OF_MB = 1024 * 1024;

type Limits = Pick<Constants, 'silenceSeconds' | 'maxStreamMegabytes'>;

/**
 * The content as long as it goes on arriving. Only the wait for bytes counts, and not what is done with them.
 * @throws Refusal `RequestTimeout`
 */
async function* unlessSilent(
  content: AsyncIterable<Buffer>,
  { silenceSeconds }: Limits,
): AsyncGenerator<Buffer> {
  const chunks = content[Symbol.asyncIterator]();
  let isSilent = false;
  try {
    for (;;) {
      const next = chunks.next();
      const timer = new AbortController();
      const silence = sleep(silenceSeconds * 1000, 'silent' as const, { signal: timer.signal });
      // The body fails later, when its connection is closed; the timer, when a chunk has come.
      for (const each of [next, silence]) each.catch(() => undefined);
      const result = await Promise.race([next, silence]).finally(() => timer.abort());
      isSilent = result === 'silent';
      if (result === 'silent')
        throw new Refusal('RequestTimeout', `No byte of the body has arrived for ${silenceSeconds} seconds.`);
      if (result.done === true) return;
      yield result.value;
    }
  } finally {
    // It would wait for the chunk that does not come.
    if (!isSilent) await chunks.return?.();
  }
}

/**
 * The content up to so many bytes, as long as it goes on arriving.
 * @param tooLarge what the sender of more is told
 * @throws Refusal `PayloadTooLarge`, `RequestTimeout`
 */
export async function* limitedBody(
  content: AsyncIterable<Buffer>,
  limits: Limits,
  { maxMegabytes, tooLarge }: { readonly maxMegabytes: number; readonly tooLarge: string },
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of unlessSilent(content, limits)) {
    bytes += chunk.length;
    if (bytes > maxMegabytes * BYTES_OF_MB) throw new Refusal('PayloadTooLarge', tooLarge);
    yield chunk;
  }
}

/** The records of one request, which are applied as they arrive. @throws Refusal `PayloadTooLarge`, `RequestTimeout` */
export function limitedRecords(content: AsyncIterable<Buffer>, limits: Limits): AsyncGenerator<Buffer> {
  const { maxStreamMegabytes: maxMegabytes } = limits;
  return limitedBody(content, limits, {
    maxMegabytes,
    tooLarge: `One request must not send more than ${maxMegabytes} MB: send the records in parts. Some of these are applied, and may be sent again.`,
  });
}
