/** The values that a process's `/metrics` shows, by the name of the series with its labels. */
export async function metricsOf(baseUrl: string): Promise<Map<string, number>> {
  const text = await (await fetch(new URL('/metrics', baseUrl))).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line): [string, number] => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}
