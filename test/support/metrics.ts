import { setTimeout as sleep } from 'node:timers/promises';

/** How long `/metrics` may give the same answer. */
const RENDERING_MS = 1_000;

/** When the last answer of a process came. */
const lastAnswers = new Map<string, number>();

/**
 * The current values of a process's `/metrics`, by the name of the series with its labels. Waits until the answer that was
 * read before is no longer given.
 */
export async function metricsOf(baseUrl: string): Promise<Map<string, number>> {
  const lastAnswer = lastAnswers.get(baseUrl) ?? -Infinity;
  await sleep(Math.max(0, lastAnswer + RENDERING_MS + 50 - performance.now()));
  const text = await (await fetch(new URL('/metrics', baseUrl))).text();
  lastAnswers.set(baseUrl, performance.now());
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line): [string, number] => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}
