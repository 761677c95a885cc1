import { parseTemplate } from 'url-template';
import { expectOk } from '../../support/answers.js';
import type { Answer } from '../../support/client.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';
import { type CatalogClient, newCatalogClient, titlesIn } from '../../support/catalog-client.js';
import { pathOf } from '../../support/service.js';

/** The links and templates that a patron's record has, used by nothing but the URI Template standard. */
let library: TestLibrary;
let adult: CatalogClient;
let title: TestTitle;
beforeAll(async () => {
  library = await TestLibrary.open();
  adult = await newCatalogClient(library);
  title = await library.addTitle(1, {
    title: 'Søren & the "Whale" / 100% = wet?',
    formats: ['ebook-kindle'],
  });
  for (let n = 0; n < 3; n++) await library.addTitle(1, { title: `Whale ${n}`, formats: ['audiobook-mp3'] });
  for (let n = 0; n < 2; n++) await library.addTitle(n, { formats: ['ebook-epub-adobe'] });
});

async function expanded(
  name: 'search' | 'availability',
  variables: Record<string, string | number | boolean>,
): Promise<Answer> {
  const { body } = await adult.patron.profile();
  const href = body.linkTemplates[name].href as string;
  return adult.patron.get(pathOf(parseTemplate(href).expand(variables)));
}

describe('the search template', () => {
  test('expands with all of its variables', async () => {
    const answer = await expanded('search', {
      keyword: 'whale',
      limit: 2,
      offset: 1,
      formats: 'audiobook-mp3,audiobook-wma',
      sort: 'title:desc',
      availability: true,
    });
    expect(titlesIn(answer)).toEqual(['Whale 1', 'Whale 0']);
    expect(answer.body).toMatchObject({ limit: 2, offset: 1, totalItems: 3 });
  });

  test('expands with some of them, or none: the others are empty, and absent', async () => {
    expect(titlesIn(await expanded('search', { keyword: 'whale', sort: 'title', limit: 1 }))).toHaveLength(1);
    expect((await expanded('search', { keyword: 'whale' })).body.totalItems).toBe(4);
    expect((await expanded('search', { formats: 'ebook-kindle' })).body.totalItems).toBe(1);
    expect((await expanded('search', {})).body.totalItems).toBe(6);
  });

  test('carries any text', async () => {
    for (const keyword of ['Søren & the "Whale" / 100% = wet?', 'søren', '100% = wet', '“whale” + söre'])
      expect([keyword, titlesIn(await expanded('search', { keyword }))]).toEqual([
        keyword,
        ['Søren & the "Whale" / 100% = wet?'],
      ]);
  });

  test('followed as it stands, unfilled, finds everything', async () => {
    const { body } = await adult.patron.profile();
    const answer = await adult.patron.get(pathOf(body.linkTemplates.search.href));
    expectOk(answer);
    expect(answer.body.totalItems).toBe(6);
  });
});

describe('the availability template', () => {
  test('expands with either identifier', async () => {
    for (const reserveId of [title.reserveId, title.crossRefId, title.reserveId.toUpperCase()]) {
      const answer = await expanded('availability', { reserveId });
      expectOk(answer);
      expect(answer.body.id).toBe(title.reserveId);
    }
  });
});
