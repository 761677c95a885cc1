import { parseTemplate } from 'url-template';
import { type Answer, fields, type PatronClient } from '../client.js';
import { hrefsIn, type Offer, offersIn } from '../requests/hypermedia.js';

/** What was asked for, and how it was answered. */
export interface Step {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** What may stand in a template's variables, besides the titles that were seen. */
const VARIABLES = {
  keyword: 'tit',
  limit: 2,
  offset: 1,
  formats: 'ebook-kindle',
  sort: 'title',
  availability: true,
  errorpageurl: 'https://walker.example.org/failed',
  errorurl: 'https://walker.example.org/failed',
  successurl: 'https://walker.example.org/done',
};

const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A client that knows nothing of the service but one address, and how links, URI templates and actions are followed. */
export class HypermediaClient {
  readonly steps: Step[] = [];

  constructor(
    private readonly client: PatronClient,
    /** Where the address that an answer gives is found. */
    private readonly pathOf: (href: string) => string,
  ) {}

  /** Reads everything that links, templates and redirects lead to from here. @returns what is offered there */
  async lookAround(start: string): Promise<Offer[]> {
    const [paths, hrefs, titles] = [new Set([start]), new Set<string>(), new Set<string>()];
    const offers = new Map<string, Offer>();
    // A set is walked in the order of insertion, with what is added on the way.
    for (const path of paths) {
      const { status, body, text, headers } = await this.send('GET', path);
      // A refusal names no titles; its token only looks like one.
      if (status >= 400) continue;
      const redirect = headers.get('location');
      if (redirect !== null) hrefs.add(redirect);
      for (const offer of offersIn(body)) offers.set(JSON.stringify(offer), offer);
      for (const title of text.match(GUID) ?? []) titles.add(title);
      for (const href of hrefsIn(body)) hrefs.add(href);
      for (const href of [...hrefs].flatMap((each) => expansionsOf(each, titles)))
        paths.add(this.pathOf(href));
    }
    return [...offers.values()];
  }

  act({ method, href, values }: Offer): Promise<Answer> {
    return this.send(method.toUpperCase(), this.pathOf(href), values);
  }

  private async send(method: string, path: string, values?: Offer['values']): Promise<Answer> {
    const body = values && { headers: { 'content-type': 'application/json' }, body: fields(values) };
    const answer = await this.client.send(method, path, body);
    this.steps.push({ method, path, status: answer.status });
    return answer;
  }
}

/** A template filled in for every title or for all of them, if it names titles; else filled in, not at all, and as it stands. An address is itself. */
function expansionsOf(href: string, titles: ReadonlySet<string>): string[] {
  if (!href.includes('{')) return [href];
  const template = parseTemplate(href);
  const reserveIds = [...titles].join(',');
  if (href.includes('{reserveIds}')) return reserveIds === '' ? [] : [template.expand({ reserveIds })];
  if (href.includes('{reserveId}')) return [...titles].map((reserveId) => template.expand({ reserveId }));
  return [template.expand(VARIABLES), template.expand({}), href];
}
