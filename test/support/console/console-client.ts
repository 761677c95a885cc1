import { HtmlValidate } from 'html-validate/node';
import type { Role } from '../../../src/staff/permissions/staff-principal.js';
import { addMember, nameIn, PASSWORD, type Workplace } from '../staff/staff-members.js';

/** A page as a browser gets it. */
export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** What a person reads: without tags, with single spaces. */
  readonly text: string;
}

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // The renderer closes void elements as XML does, which HTML allows.
    'void-style': 'off',
    // The style sheet comes from the service itself.
    'require-sri': 'off',
    // The library's name is part of the title.
    'long-title': 'off',
    // Names of titles and libraries are as their libraries write them.
    'no-trailing-whitespace': 'off',
    // Neither numbers nor ISBNs on these pages are telephone numbers.
    'tel-non-breaking': 'off',
  },
});

/** Someone of the staff with a browser that runs no script. Every page that it gets must be valid HTML. */
export class ConsoleClient {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly baseUrl: string) {}

  /** Somebody with a new account, whose name is this one with the library's number. */
  static async signIn(
    library: Workplace,
    name = 'admin',
    roles: readonly Role[] = ['admin'],
  ): Promise<ConsoleClient> {
    const account = nameIn(library, name);
    await addMember(library.service, account, roles, library.websiteId);
    const client = new ConsoleClient(library.service.url);
    await client.send('/console/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ name: account, password: PASSWORD }),
    });
    return client;
  }

  get(path: string): Promise<Page> {
    return this.load(path, { method: 'GET' });
  }

  /** Sends a form, and follows to the page that it leads to. */
  async submit(path: string, fields: Readonly<Record<string, string | number>>): Promise<Page> {
    const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    return this.load(path, { method: 'POST', body });
  }

  private async load(path: string, init: RequestInit): Promise<Page> {
    const response = await this.send(path, init);
    if (response.status === 303) return this.get(response.headers.get('location') ?? '');
    const html = await response.text();
    if ((response.headers.get('content-type') ?? '').startsWith('text/html')) await requireValid(path, html);
    return { status: response.status, headers: response.headers, html, text: textOf(html) };
  }

  /** Without following or checking. */
  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        'sec-fetch-site': 'same-origin',
        ...(init.headers as Record<string, string> | undefined),
        cookie: this.cookie,
      },
    });
    for (const cookie of response.headers.getSetCookie()) this.remember(cookie);
    return response;
  }

  /** As the browser sends it. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private remember(setCookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
    if (/max-age=0/i.test(setCookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

async function requireValid(path: string, html: string): Promise<void> {
  const report = await validator.validateString(html, path);
  const found = report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId} at ${line}:${column}: ${message}`),
  );
  if (found.length > 0) throw new Error(`${path} is not valid:\n${found.join('\n')}\n${html}`);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const plain = (text: string): string =>
  text.replaceAll(/&([\w#]+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

function textOf(html: string): string {
  const [, body = html] = /<body>(.*)<\/body>/s.exec(html) ?? [];
  const words = body.replaceAll(/<(\/?)(\w+)[^>]*>/g, (_, closing, tag) =>
    /^(a|span|strong|code|time)$/.test(tag) ? '' : ' ',
  );
  return plain(words).replaceAll(/\s+/g, ' ').trim();
}

/** The cells of the rows of a page's table, without tags. */
export function rowsOf({ html }: Page, caption = ''): string[][] {
  const [, body = ''] = new RegExp(`<caption>${caption}.*?<tbody>(.*?)</tbody>`, 's').exec(html) ?? [];
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '')),
  );
}

/** Where the link with this text leads; empty if there is none. */
export function linkTo({ html }: Page, text: string): string {
  const [, href = ''] = new RegExp(`<a href="([^"]*)"[^>]*>${text}</a>`).exec(html) ?? [];
  return href.replaceAll('&amp;', '&');
}

/** What the page's forms send without being asked for, by name. */
export function hiddenIn({ html }: Page): Record<string, string> {
  const fields = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, plain(value)]));
}
