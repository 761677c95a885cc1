import { type Answer, granted, PatronClient, type RequestOptions } from '../support/client.js';
import { category, collection, copies, library, patron, type TestRecord } from '../support/records.js';
import { type Reader, TestLibrary, type TestTitle } from '../support/test-library.js';
import { OPERATOR_TOKEN, waitingJobs } from '../support/worker.js';

const BASE = '/operator/v1';

export type Query = Readonly<Record<string, string | number>>;

/** Staff of a library, or a system of theirs, at the operator's endpoints. */
export class Operator extends PatronClient {
  constructor(baseUrl: string) {
    super(baseUrl, OPERATOR_TOKEN);
  }

  sendRecords(
    body: NonNullable<RequestOptions['body']>,
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/x-ndjson' },
  ): Promise<Answer> {
    return this.send('POST', RECORDS, { headers, body });
  }

  queues(websiteId: string | number, query: Query = {}): Promise<Answer> {
    return this.get(`${BASE}/libraries/${websiteId}/queues${asText(query)}`);
  }

  queue(title: TestTitle | string | number, query: Query): Promise<Answer> {
    return this.get(`${BASE}/titles/${idOf(title)}/queue${asText(query)}`);
  }

  removeHold(patron: Reader | string | number, title: TestTitle | string | number): Promise<Answer> {
    return this.send('POST', `${personPath(patron)}/holds/${idOf(title)}/removal`);
  }

  return(patron: Reader | string | number, title: TestTitle | string | number): Promise<Answer> {
    return this.send('POST', `${personPath(patron)}/checkouts/${idOf(title)}/return`);
  }

  export(patron: Reader | string | number): Promise<Answer> {
    return this.get(`${personPath(patron)}/export`);
  }

  forget(patron: Reader | string | number): Promise<Answer> {
    return this.delete(personPath(patron));
  }

  unsentMail(query: Query = {}): Promise<Answer> {
    return this.get(`${MAIL}${asText(query)}`);
  }

  retryMail(): Promise<Answer> {
    return this.send('POST', `${MAIL}/retry`);
  }
}

export const RECORDS = `${BASE}/records`;
const MAIL = `${BASE}/mail`;

export function personPath(patron: Reader | string | number): string {
  return `${BASE}/patrons/${typeof patron === 'object' ? patron.patronId : patron}`;
}

function idOf(title: TestTitle | string | number): string | number {
  return typeof title === 'object' ? title.reserveId : title;
}

function asText(query: Query): string {
  const given = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return given.size === 0 ? '' : `?${given.toString()}`;
}

/** So many new patrons who have placed holds on the title, one after the other. */
export async function crowdInLine(library: TestLibrary, title: TestTitle, number: number): Promise<Reader[]> {
  const readers = await library.crowd(number);
  for (const reader of readers) await granted(reader.place(title));
  return readers;
}

/** A library with staff. */
export async function openStaffedLibrary(
  members: object = {},
  settings: Readonly<Record<string, string>> = {},
): Promise<{ library: TestLibrary; operator: Operator }> {
  const opened = await TestLibrary.open(members, { OPERATOR_TOKEN, ...settings });
  return { library: opened, operator: new Operator(opened.service.url) };
}

export const OTHER_WEBSITE_ID = 38;
/** A patron of the other library. */
export const STRANGER = 9001;

/** Another library, with one patron, that owns so many copies of the title. */
export function otherLibrary({ crossRefId }: TestTitle, copiesOwned: number): TestRecord[] {
  const there = { websiteId: OTHER_WEBSITE_ID };
  return [
    library({ ...there, name: 'Other Library' }),
    collection('main', there),
    category('adult', ['main'], there),
    { ...copies(crossRefId, copiesOwned), ...there },
    patron(STRANGER, there),
  ];
}

/** One line for each record; strings are taken as they are. */
export function lines(...records: readonly (TestRecord | string)[]): string {
  return records
    .map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`)
    .join('');
}

/** Tickets of the holds whose notices are written, in the order of writing. */
export async function ticketsTold(library: TestLibrary): Promise<number[]> {
  const jobs = await waitingJobs(library.service.database);
  return jobs.map(({ payload }) => (payload as { ticket: number }).ticket);
}
