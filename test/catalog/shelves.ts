import { expectOk } from '../support/answers.js';
import type { Answer } from '../support/client.js';
import { CATALOG_URL, PUBLIC_URL } from '../support/service.js';
import { type Reader, TestLibrary, type TestTitle } from '../support/test-library.js';

export type Parameters = Readonly<Record<string, string | number>>;

/** A patron in the catalog, at the addresses that the patron's own collection token opens. */
export class Browser {
  constructor(
    readonly reader: Reader,
    readonly collectionToken: string,
  ) {}

  get products(): string {
    return `/v1/collections/${this.collectionToken}/products`;
  }

  search(parameters: Parameters = {}): Promise<Answer> {
    const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return this.reader.get(`${this.products}/?${query.join('&')}`);
  }

  /** What a search finds, by title, in its order. */
  async finds(words: string, parameters: Parameters = {}): Promise<string[]> {
    return titlesIn(await this.search({ q: words, ...parameters }));
  }

  availability({ reserveId }: Pick<TestTitle, 'reserveId'>): Promise<Answer> {
    return this.reader.get(`${this.products}/${reserveId}/availability`);
  }

  metadata({ reserveId }: Pick<TestTitle, 'reserveId'>): Promise<Answer> {
    return this.reader.get(`${this.products}/${reserveId}/metadata`);
  }

  product({ reserveId }: Pick<TestTitle, 'reserveId'>): Promise<Answer> {
    return this.reader.get(`${this.products}/${reserveId}`);
  }
}

/** The catalog as this patron sees it now. */
export async function browserOf(reader: Reader): Promise<Browser> {
  return new Browser(reader, (await reader.profile()).body.collectionToken as string);
}

/** A new adult, or whom `members` tell. */
export async function newBrowser(library: TestLibrary, members: object = {}): Promise<Browser> {
  return browserOf(await library.reader(members));
}

export function titlesIn(answer: Answer): string[] {
  expectOk(answer);
  return (answer.body.products as { title: string }[]).map(({ title }) => title);
}

/** Where an address that the service gave is found in a test: the service thinks that it is elsewhere. */
export function pathOf(href: string): string {
  const base = [CATALOG_URL, PUBLIC_URL].find((url) => href.startsWith(`${url}/`));
  if (base === undefined) throw new Error(`${href} is no address of the service.`);
  return href.slice(base.length);
}
