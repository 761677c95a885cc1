import { type Answer, PatronClient, type RequestOptions } from '../client.js';
import { OPERATOR_TOKEN } from '../sandbox-clock.js';
import type { TestPatron, TestTitle } from '../test-library.js';

const BASE = '/operator/v1';
export const RECORDS = `${BASE}/records`;
const MAIL = `${BASE}/mail`;

export type Query = Readonly<Record<string, string | number>>;

/** Staff of a library, or one of its systems, at the operator's endpoints. */
export class OperatorClient extends PatronClient {
  constructor(baseUrl: string, token = OPERATOR_TOKEN) {
    super(baseUrl, token);
  }

  sendRecords(
    body: NonNullable<RequestOptions['body']>,
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/x-ndjson' },
  ): Promise<Answer> {
    return this.send('POST', RECORDS, { headers, body });
  }

  queues(websiteId: string | number, query: Query = {}): Promise<Answer> {
    return this.get(`${BASE}/libraries/${websiteId}/queues${queryString(query)}`);
  }

  queue(title: TestTitle | string | number, query: Query): Promise<Answer> {
    return this.get(`${BASE}/titles/${idOf(title)}/queue${queryString(query)}`);
  }

  lookUp(websiteId: number, text: string): Promise<Answer> {
    return this.post(`${BASE}/libraries/${websiteId}/patrons/lookup`, { text });
  }

  removeHold(
    patron: TestPatron | string | number,
    title: TestTitle | string | number,
    reason?: string,
  ): Promise<Answer> {
    const query = queryString(reason === undefined ? {} : { reason });
    return this.send('POST', `${patronPath(patron)}/holds/${idOf(title)}/removal${query}`);
  }

  return(patron: TestPatron | string | number, title: TestTitle | string | number): Promise<Answer> {
    return this.send('POST', `${patronPath(patron)}/checkouts/${idOf(title)}/return`);
  }

  export(patron: TestPatron | string | number): Promise<Answer> {
    return this.get(`${patronPath(patron)}/export`);
  }

  forget(patron: TestPatron | string | number): Promise<Answer> {
    return this.delete(patronPath(patron));
  }

  patron(patron: TestPatron | string | number): Promise<Answer> {
    return this.get(patronPath(patron));
  }

  findByCard(websiteId: number, cardNumber: string): Promise<Answer> {
    return this.post(`${BASE}/libraries/${websiteId}/patrons/search`, { cardNumber });
  }

  changeCategory(patron: TestPatron, category: string): Promise<Answer> {
    return this.post(`${patronPath(patron)}/category`, { category });
  }

  block(patron: TestPatron, reason: string): Promise<Answer> {
    return this.post(`${patronPath(patron)}/block`, { reason });
  }

  liftBlock(patron: TestPatron): Promise<Answer> {
    return this.delete(`${patronPath(patron)}/block`);
  }

  merge(patron: TestPatron | string | number, into: number): Promise<Answer> {
    return this.post(`${patronPath(patron)}/merge`, { into });
  }

  timers(websiteId: number): Promise<Answer> {
    return this.get(`${BASE}/libraries/${websiteId}/timers`);
  }

  imports(websiteId: number, path = ''): Promise<Answer> {
    return this.get(`${BASE}/libraries/${websiteId}/imports${path}`);
  }

  startImport(websiteId: number, lines: string): Promise<Answer> {
    const headers = { 'content-type': 'application/x-ndjson' };
    return this.send('POST', `${BASE}/libraries/${websiteId}/imports`, { headers, body: lines });
  }

  importCsv(
    websiteId: number,
    kind: string,
    rows: string | Uint8Array<ArrayBuffer>,
    type = 'text/csv',
    query = '',
  ): Promise<Answer> {
    const headers = { 'content-type': type };
    return this.send('POST', `${BASE}/libraries/${websiteId}/csv/${kind}${query}`, { headers, body: rows });
  }

  csvMapping(websiteId: number, kind: string): Promise<Answer> {
    return this.get(`${BASE}/libraries/${websiteId}/csv/${kind}/mapping`);
  }

  changeCsvMapping(websiteId: number, kind: string, columns: unknown): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(columns);
    return this.send('PUT', `${BASE}/libraries/${websiteId}/csv/${kind}/mapping`, { headers, body });
  }

  retryNotice(
    { websiteId, reserveId, ticket }: { websiteId: number; reserveId: string; ticket: number },
    values: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    return this.post(
      `${BASE}/libraries/${websiteId}/titles/${reserveId}/holds/${ticket}/notice/retry`,
      values,
    );
  }

  unsentMail(query: Query = {}): Promise<Answer> {
    return this.get(`${MAIL}${queryString(query)}`);
  }

  retryMail(query: Query = {}): Promise<Answer> {
    return this.send('POST', `${MAIL}/retry${queryString(query)}`);
  }
}

export function patronPath(patron: TestPatron | string | number): string {
  return `${BASE}/patrons/${typeof patron === 'object' ? patron.patronId : patron}`;
}

function idOf(title: TestTitle | string | number): string | number {
  return typeof title === 'object' ? title.reserveId : title;
}

function queryString(query: Query): string {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}
