import { setTimeout as sleep } from 'node:timers/promises';

/** How long `/metrics` may give the same answer. */
const RENDERING_MS = 1_000;

/** The current values of a process's `/metrics`, by the name of the series with its labels. */
export async function metricsOf(baseUrl: string): Promise<Map<string, number>> {
  await sleep(RENDERING_MS + 50);
  const text = await (await fetch(new URL('/metrics', baseUrl))).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line): [string, number] => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}
