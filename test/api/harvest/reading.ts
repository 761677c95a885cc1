import { expectOk } from '../../support/answers.js';
import type { Answer, PatronClient } from '../../support/client.js';
import { copies, reserveIdOf, type TestRecord, title } from '../../support/records.js';
import { type CatalogClient, type SearchParameters } from '../../support/catalog-client.js';
import { pathOf } from '../../support/service.js';

type AnyBrowser = CatalogClient<PatronClient>;

/** A title that a client has come to. */
export interface Product {
  readonly id: string;
  readonly crossRefId: number;
  readonly title: string;
  readonly isOwnedByCollections: boolean;
}

export function productsIn(answer: Answer): Product[] {
  expectOk(answer);
  return answer.body.products as Product[];
}

export function idsIn(answer: Answer): string[] {
  return productsIn(answer).map(({ id }) => id);
}

/** Called between one page and the next. */
type Meanwhile = (page: number) => Promise<void> | void;

/** All pages from the first on, by the links `next`. */
export async function readByLinks(
  client: AnyBrowser,
  parameters: SearchParameters,
  meanwhile: Meanwhile = () => undefined,
): Promise<string[]> {
  const found: string[] = [];
  let page = await client.search(parameters);
  for (let number = 0; ; number++) {
    found.push(...idsIn(page));
    const { next } = page.body.links as { next?: { href: string } };
    if (next === undefined) return found;
    // A client may take a page that is not full for the last.
    expect(idsIn(page)).toHaveLength(page.body.limit as number);
    await meanwhile(number);
    page = await client.patron.get(pathOf(next.href));
  }
}

/** As clients do that count by themselves: on by `limit`, as long as there are said to be more. */
export async function readByOffsets(
  client: AnyBrowser,
  { limit, ...parameters }: SearchParameters & { limit: number },
  meanwhile: Meanwhile = () => undefined,
): Promise<string[]> {
  const found: string[] = [];
  let total = Infinity;
  for (let offset = 0; offset < total; offset += limit) {
    const page = await client.search({ ...parameters, limit, offset });
    found.push(...idsIn(page));
    total = page.body.totalItems as number;
    await meanwhile(offset / limit);
  }
  return found;
}

/** The records of titles with these numbers, each with a copy. */
export function shelf(numbers: readonly number[], members: (n: number) => object = () => ({})): TestRecord[] {
  return [...numbers.map((n) => title(n, members(n))), ...numbers.map((n) => copies(n, 1))];
}

export function range(from: number, number: number): number[] {
  return Array.from({ length: number }, (_, index) => from + index);
}

export const scattered = (n: number): string => {
  // Neighbours in number are far from each other in the order of identifiers.
  const hex = Math.imul(n, 0x9e3779b1) >>> 0;
  return `${hex.toString(16).padStart(8, '0')}${reserveIdOf(n).slice(8)}`;
};

export function withdrawn(record: TestRecord): TestRecord {
  return { ...record, delete: true };
}
