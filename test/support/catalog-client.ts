import { saveClientToken, newSecret } from '../../src/access/tokens/tokens.store.js';
import { expectOk } from './answers.js';
import { type Answer, PatronClient } from './client.js';
import { DAY } from './clock.js';
import { type TestPatron, TestLibrary, type TestTitle } from './test-library.js';

export type SearchParameters = Readonly<Record<string, string | number>>;

/** A patron, or a client, in the catalog, at the addresses that a collection token opens. */
export class CatalogClient<Holder extends PatronClient = TestPatron> {
  constructor(
    readonly patron: Holder,
    readonly collectionToken: string,
  ) {}

  get products(): string {
    return `/v1/collections/${this.collectionToken}/products`;
  }

  search(parameters: SearchParameters = {}): Promise<Answer> {
    const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return this.patron.get(`${this.products}/?${query.join('&')}`);
  }

  /** The titles that a search finds, in its order. */
  async findTitles(words: string, parameters: SearchParameters = {}): Promise<string[]> {
    return titlesIn(await this.search({ q: words, ...parameters }));
  }

  availability({ reserveId }: Pick<TestTitle, 'reserveId'>): Promise<Answer> {
    return this.patron.get(`${this.products}/${reserveId}/availability`);
  }

  metadata({ reserveId }: Pick<TestTitle, 'reserveId'>): Promise<Answer> {
    return this.patron.get(`${this.products}/${reserveId}/metadata`);
  }

  product({ reserveId }: Pick<TestTitle, 'reserveId'>): Promise<Answer> {
    return this.patron.get(`${this.products}/${reserveId}`);
  }
}

/** A client with the patron's current collection token. */
export async function catalogClientOf(patron: TestPatron): Promise<CatalogClient> {
  return new CatalogClient(patron, (await patron.profile()).body.collectionToken as string);
}

/** The client of a new patron: an adult, unless `members` says otherwise. */
export async function newCatalogClient(library: TestLibrary, members: object = {}): Promise<CatalogClient> {
  return catalogClientOf(await library.addPatron(members));
}

const CLIENT_SECRET = 'a-secret-of-32-characters-or-more';

/** A client with a token of its own: nobody's `me`. */
export async function clientOf(library: TestLibrary, ...websiteIds: number[]): Promise<PatronClient> {
  const clientId = `client of ${websiteIds.join(' and ')}`;
  await library.import({ record: 'client', clientId, secret: CLIENT_SECRET, websiteIds });
  const token = newSecret();
  expect(await saveClientToken(library.service.database, token, clientId, 10 * 365 * DAY)).toBe(true);
  return new PatronClient(library.service.url, token);
}

/** A client in the whole catalog of a library. */
export async function clientBrowserOf(
  library: TestLibrary,
  websiteId = library.websiteId,
): Promise<CatalogClient<PatronClient>> {
  const client = await clientOf(library, websiteId);
  const { body } = await client.get(`/v1/libraries/${websiteId}`);
  return new CatalogClient(client, body.collectionToken as string);
}

export function titlesIn(answer: Answer): string[] {
  expectOk(answer);
  return (answer.body.products as { title: string }[]).map(({ title }) => title);
}
