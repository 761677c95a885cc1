import { saveClientToken, newToken } from '../../src/access/tokens.store.js';
import { expectOk } from '../support/answers.js';
import { type Answer, PatronClient } from '../support/client.js';
import { DAY } from '../support/clock.js';
import { WEBSITE_ID } from '../support/records.js';
import { CATALOG_URL, PUBLIC_URL } from '../support/service.js';
import { type Reader, TestLibrary, type TestTitle } from '../support/test-library.js';

export type Parameters = Readonly<Record<string, string | number>>;

/** A patron, or a client, in the catalog, at the addresses that a collection token opens. */
export class Browser<Holder extends PatronClient = Reader> {
  constructor(
    readonly reader: Holder,
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

const CLIENT_SECRET = 'a-secret-of-32-characters-or-more';

/** A client with a token of its own: nobody's `me`. */
export async function clientOf(library: TestLibrary, ...websiteIds: number[]): Promise<PatronClient> {
  const clientId = `client of ${websiteIds.join(' and ')}`;
  await library.import({ record: 'client', clientId, secret: CLIENT_SECRET, websiteIds });
  const token = newToken();
  expect(await saveClientToken(library.service.database, token, clientId, 10 * 365 * DAY)).toBe(true);
  return new PatronClient(library.service.url, token);
}

/** A client in the whole catalog of a library. */
export async function clientBrowserOf(
  library: TestLibrary,
  websiteId = WEBSITE_ID,
): Promise<Browser<PatronClient>> {
  const client = await clientOf(library, websiteId);
  const { body } = await client.get(`/v1/libraries/${websiteId}`);
  return new Browser(client, body.collectionToken as string);
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
