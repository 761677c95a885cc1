import type { Conversation, Headers } from './conversation.js';
import { anObject, memberAt, members, type Reading, whole } from './reading.js';

interface Harvest {
  readonly conversation: Conversation;
  readonly headers: Headers;
  /** How the client reads each page. */
  readonly page?: Reading;
}

interface Page {
  readonly totalItems: number;
  readonly products: readonly { readonly id: string }[];
}

/** More pages than any of these tests reads: a client that goes on beyond it turns in circles. */
const MAX_PAGES = 100;

/** The ids of all titles, read page after page by `links.next` until there is none. */
export async function readByLinks(
  first: string,
  { conversation, headers, page = anObject }: Harvest,
): Promise<string[]> {
  const ids: string[] = [];
  let address: unknown = first;
  for (let pages = 0; typeof address === 'string'; pages++) {
    if (pages === MAX_PAGES) throw new Error('The links lead on and on.');
    const { body } = await conversation.exchange({
      send: `GET ${address}`,
      headers,
      receive: { status: 200, body: page },
    });
    ids.push(...(body as Page).products.map(({ id }) => id));
    address = memberAt(body, 'links.next.href');
  }
  return ids;
}

/** The ids of all titles, read by offsets of 300 up to `totalItems`; `links` are not looked at. */
export async function readByOffsets(
  address: string,
  { conversation, headers, page = anObject }: Harvest,
): Promise<string[]> {
  const ask = async (send: string): Promise<Page> => {
    const receive = { status: 200, body: members({ totalItems: whole }) };
    return (await conversation.exchange({ send, headers, receive })).body as Page;
  };
  const ids: string[] = [];
  let { totalItems } = await ask(`GET ${address}`);
  for (let offset = 0; offset < totalItems; offset += 300) {
    const send = `GET ${address}&offset=${offset}&limit=300`;
    const { body } = await conversation.exchange({ send, headers, receive: { status: 200, body: page } });
    ids.push(...(body as Page).products.map(({ id }) => id));
    ({ totalItems } = body as Page);
  }
  return ids;
}
