import { type ApiClient, ApiError } from '../http/api-client.js';
import { expand } from '../http/addresses.js';
import type { HoldRecord, LoanRecord, TitleList, TitleRecord } from '../http/records.js';
import { listed } from '../words/say.js';

/** As many as one request may name. */
const MAX_TITLES = 50;
const WAIT_SECONDS = 5;

interface Wanted {
  readonly href: string;
  readonly reserveId: string;
  readonly resolve: (title: TitleRecord | Promise<TitleRecord>) => void;
  readonly reject: (error: unknown) => void;
}

/** The titles behind the links of holds and loans. Each is read once, and those that a screen shows by one request. */
export class Titles {
  private readonly asked = new Map<string, Promise<TitleRecord>>();
  private readonly known = new Map<string, TitleRecord>();
  private wanted: Wanted[] = [];

  /** @param template of the address that answers several titles; undefined: each has a request of its own */
  constructor(
    private readonly client: ApiClient,
    readonly template: string | undefined,
  ) {}

  /** Reads the titles of these, so that they are shown as a whole. What cannot be read comes later. */
  async prepare(things: readonly (HoldRecord | LoanRecord)[]): Promise<void> {
    await Promise.allSettled(
      things.flatMap(({ links, reserveId }) =>
        links?.metadata === undefined ? [] : [this.find(links.metadata.href, reserveId)],
      ),
    );
  }

  /** What was read before. */
  knows(href: string): TitleRecord | undefined {
    return this.known.get(href);
  }

  /** @throws ApiError */
  find(href: string, reserveId?: string): Promise<TitleRecord> {
    const asked = this.asked.get(href) ?? this.read(href, reserveId);
    this.asked.set(href, asked);
    asked.then(
      (title) => this.known.set(href, title),
      // Until then it is refused without a request.
      (error: unknown) => setTimeout(() => this.asked.delete(href), waitAfter(error)),
    );
    return asked;
  }

  private read(href: string, reserveId: string | undefined): Promise<TitleRecord> {
    const { template } = this;
    if (template === undefined || reserveId === undefined) return this.client.get(href);
    return new Promise((resolve, reject) => {
      // All cards of a screen ask in the same moment.
      if (this.wanted.length === 0) setTimeout(() => this.readWanted(template));
      this.wanted.push({ href, reserveId, resolve, reject });
    });
  }

  private readWanted(template: string): void {
    const wanted = this.wanted;
    this.wanted = [];
    for (let start = 0; start < wanted.length; start += MAX_TITLES)
      void this.readTogether(template, wanted.slice(start, start + MAX_TITLES));
  }

  private async readTogether(template: string, wanted: readonly Wanted[]): Promise<void> {
    const reserveIds = wanted.map(({ reserveId }) => reserveId).join(',');
    try {
      const { metadata } = await this.client.get<TitleList>(expand(template, { reserveIds }));
      const titles = new Map(metadata.map((title) => [title.id, title]));
      // Its own link says why a title was left out.
      for (const { href, reserveId, resolve } of wanted)
        resolve(titles.get(reserveId) ?? this.client.get<TitleRecord>(href));
    } catch (error) {
      for (const { reject } of wanted) reject(error);
    }
  }
}

/** In milliseconds. */
export function waitAfter(error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return (asked ?? WAIT_SECONDS) * 1000;
}

export function creatorsOf({ creators, primaryCreator }: TitleRecord): string {
  const names = creators?.map(({ name }) => name) ?? (primaryCreator ? [primaryCreator.name] : []);
  return listed(names);
}
