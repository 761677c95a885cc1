import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** The one path that keeps its name. */
const ENTRY = '/v1/patrons/me';

/** What else stands in the service's paths, and what the proxy calls it. */
const NAMES: readonly (readonly [own: string, given: string])[] = [
  ['v1', 'third-edition'],
  ['v2', 'fourth-edition'],
  ['patrons', 'readers'],
  ['me', 'myself'],
  ['holds', 'wishes'],
  ['suspension', 'rest'],
  ['checkouts', 'borrowed'],
  ['formats', 'kinds'],
  ['downloadlink', 'where'],
  ['collections', 'stacks'],
  ['products', 'works'],
  ['metadata', 'description'],
  ['bulkmetadata', 'descriptions'],
  ['availability', 'stock'],
  ['libraries', 'houses'],
  ['covers', 'pictures'],
];

/**
 * A service with other paths: each request and each address in an answer is translated. A client that puts addresses together
 * by itself gets 404 here.
 */
export class RenamingProxy {
  /** Requests under the service's own names, of which there should be none. */
  readonly untranslated: string[] = [];
  url!: string;
  private readonly server: Server;

  private constructor(
    private readonly service: string,
    private readonly bases: readonly string[],
  ) {
    // What a page still asks for when its test is over may find the service gone.
    this.server = createServer((request, response) => {
      this.answer(request, response).catch(() => response.destroy());
    });
  }

  /** @param bases base addresses in the service's answers */
  static async start(service: string, bases: readonly string[]): Promise<RenamingProxy> {
    const proxy = new RenamingProxy(service, bases);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    proxy.url = `http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`;
    return proxy;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const own = url === ENTRY || url.startsWith('/shelf') ? url : translated(url, 'back');
    if (own === undefined) {
      this.untranslated.push(`${method} ${url}`);
      response.writeHead(404).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization, 'content-type': type, 'sec-fetch-site': site } = headers;
    const sent = Object.entries({ authorization, 'content-type': type, 'sec-fetch-site': site });
    const answer = await fetch(this.service + own, {
      method,
      headers: sent.flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      redirect: 'manual',
    });
    const text = this.renamed(await answer.text());
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(text);
  }

  /** The text of an answer with every address that begins with one of the service's bases replaced. */
  private renamed(text: string): string {
    return this.bases.reduce(
      (before, base) =>
        before.replaceAll(new RegExp(`${base}(/[^"\\s<]*)`, 'g'), (_, path: string) => {
          return this.url + (path === ENTRY ? path : (translated(path, 'forth') ?? path));
        }),
      text,
    );
  }
}

/** @returns undefined for a path that contains a name of the other side */
function translated(address: string, direction: 'forth' | 'back'): string | undefined {
  const [path = '', ...query] = address.split('?');
  const [from, to] = direction === 'forth' ? [0, 1] : ([1, 0] as const);
  const parts = path.split('/').map((part) => {
    if (NAMES.some((pair) => pair[to] === part)) return undefined;
    return NAMES.find((pair) => pair[from] === part)?.[to] ?? part;
  });
  return parts.includes(undefined) ? undefined : [parts.join('/'), ...query].join('?');
}
