import { eventually } from '../clock.js';
import { requireConformance } from '../requests/openapi-conformance.js';

export const CHANGES = '/v1/patrons/me/changes';

interface Changed {
  readonly event: string;
  readonly id: string;
  readonly data: string;
}

/** A client that reads a patron's changes as browsers do. */
export class ChangeReader {
  readonly changes: Changed[] = [];
  comments = 0;
  retry: number | undefined;
  /** The service, or what is between, has ended the answer. */
  hasEnded = false;
  private readonly leaving = new AbortController();

  /** @throws Error with the status, if that is not 200 */
  static async open(
    { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ChangeReader> {
    const reader = new ChangeReader();
    const response = await fetch(baseUrl + CHANGES, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      signal: reader.leaving.signal,
    });
    const { status } = response;
    if (status !== 200) {
      const text = await response.text();
      requireConformance({ method: 'GET', path: CHANGES, status, headers: response.headers, text });
      throw new Error(`${status}: ${text}`);
    }
    requireConformance({ method: 'GET', path: CHANGES, status, headers: response.headers, text: '' });
    void reader.read(response.body!).catch(() => (reader.hasEnded = true));
    return reader;
  }

  get lastId(): string | undefined {
    return this.changes.at(-1)?.id;
  }

  async untilChanges(count: number): Promise<void> {
    await eventually(() => expect(this.changes.length).toBeGreaterThanOrEqual(count));
  }

  async untilEnd(): Promise<void> {
    await eventually(() => expect(this.hasEnded).toBe(true));
  }

  leave(): void {
    this.leaving.abort();
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of body) {
      const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.take(block);
    }
    this.hasEnded = true;
  }

  private take(block: string): void {
    if (block.startsWith(':')) this.comments++;
    else {
      const { event, id, data, retry } = Object.fromEntries(
        block.split('\n').map((line) => line.split(': ', 2)),
      ) as Partial<Changed & { retry: string }>;
      if (retry !== undefined) this.retry = Number(retry);
      if (event !== undefined) this.changes.push({ event, id: id ?? '', data: data ?? '' });
    }
  }
}
