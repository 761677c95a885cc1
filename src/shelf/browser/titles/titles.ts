import type { ApiClient } from '../http/api-client.js';
import type { TitleRecord } from '../http/records.js';
import { listed } from '../words/say.js';

/** The titles behind the links of holds and loans. Each is read once. */
export class Titles {
  private readonly known = new Map<string, Promise<TitleRecord>>();

  constructor(private readonly client: ApiClient) {}

  /** @throws ApiError */
  find(href: string): Promise<TitleRecord> {
    const known = this.known.get(href) ?? this.client.get<TitleRecord>(href);
    this.known.set(href, known);
    known.catch(() => this.known.delete(href));
    return known;
  }
}

export function creatorsOf({ creators, primaryCreator }: TitleRecord): string {
  const names = creators?.map(({ name }) => name) ?? (primaryCreator ? [primaryCreator.name] : []);
  return listed(names);
}
