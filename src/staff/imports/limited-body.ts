import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../domain/errors.js';
import type { Constants } from '../../platform/settings/constants.js';

export const BYTES_OF_MB = 1024 * 1024;

interface LimitsOfBody {
  readonly maxMegabytes: number;
  /** What the sender of more is told. */
  readonly tooLarge: string;
  /** Fewer count as silence. 0: any byte ends it. */
  readonly bytesPerSecond: number;
}

/**
 * The content as long as it goes on arriving. Only the wait for bytes counts, and not what is done with them.
 * @throws Refusal `RequestTimeout`
 */
async function* unlessSilent(
  content: AsyncIterable<Buffer>,
  silenceSeconds: number,
  { bytesPerSecond }: LimitsOfBody,
): AsyncGenerator<Buffer> {
  const chunks = content[Symbol.asyncIterator]();
  let isSilent = false;
  let secondsLeft = silenceSeconds;
  try {
    for (;;) {
      const begun = performance.now();
      const next = chunks.next();
      const timer = new AbortController();
      const silence = sleep(secondsLeft * 1000, 'silent' as const, { signal: timer.signal });
      // The body fails later, when its connection is closed; the timer, when a chunk has come.
      for (const each of [next, silence]) each.catch(() => undefined);
      const result = await Promise.race([next, silence]).finally(() => timer.abort());
      isSilent = result === 'silent';
      if (result === 'silent')
        throw new Refusal(
          'RequestTimeout',
          `The body is too slow, or has stopped: it was waited for ${silenceSeconds} seconds.`,
        );
      if (result.done === true) return;
      const waited = (performance.now() - begun) / 1000;
      secondsLeft = Math.min(silenceSeconds, secondsLeft - waited + result.value.length / bytesPerSecond);
      yield result.value;
    }
  } finally {
    // It would wait for the chunk that does not come.
    if (!isSilent) await chunks.return?.();
  }
}

/**
 * The content up to so many bytes, as long as it goes on arriving.
 * @throws Refusal `PayloadTooLarge`, `RequestTimeout`
 */
export async function* limitedBody(
  content: AsyncIterable<Buffer>,
  { silenceSeconds }: Pick<Constants, 'silenceSeconds'>,
  limits: LimitsOfBody,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of unlessSilent(content, silenceSeconds, limits)) {
    bytes += chunk.length;
    if (bytes > limits.maxMegabytes * BYTES_OF_MB) throw new Refusal('PayloadTooLarge', limits.tooLarge);
    yield chunk;
  }
}

/** The records of one request, which are applied as they arrive. @throws Refusal `PayloadTooLarge`, `RequestTimeout` */
export function limitedRecords(
  content: AsyncIterable<Buffer>,
  { maxStreamMegabytes: maxMegabytes, ...limits }: Pick<Constants, 'silenceSeconds' | 'maxStreamMegabytes'>,
): AsyncGenerator<Buffer> {
  return limitedBody(content, limits, {
    ...{ maxMegabytes, bytesPerSecond: 0 },
    tooLarge: `One request must not send more than ${maxMegabytes} MB: send the records in parts. Some of these are applied, and may be sent again.`,
  });
}
