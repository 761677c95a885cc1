import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Answer, PatronClient } from '../../../support/client.js';
import type { TestRecord } from '../../../support/records.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';

/** Clients of the service under test. */
export interface Callers {
  as(patronId: number): PatronClient;
  readonly url: string;
}

export const operator = ({ url }: Callers): PatronClient => new PatronClient(url, OPERATOR_TOKEN);

export const importing =
  (...records: readonly TestRecord[]) =>
  (service: Callers): Promise<Answer> =>
    operator(service).send('POST', '/operator/v1/records', {
      headers: { 'content-type': 'application/x-ndjson' },
      body: records.map((record) => JSON.stringify(record)).join('\n'),
    });

/** More than all buffers on the way take: while the first lines are applied, the body still arrives. */
const LATER_LINES = `${' '.repeat(1_000)}\n`.repeat(8_000);

/** Sends the record in as many lines as are applied together, and then goes on sending. */
export const importingOnTheWay =
  (record: TestRecord) =>
  ({ url }: Callers): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(new URL('/operator/v1/records', url), {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${OPERATOR_TOKEN}` },
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        text(response).then((answer) => {
          const headers = new Headers(response.headers as Record<string, string>);
          resolve({ status: response.statusCode ?? 0, headers, text: answer, body: JSON.parse(answer) });
        }, reject);
      });
      sent.write(`${JSON.stringify(record)}\n${'nonsense\n'.repeat(999)}`);
      sent.end(LATER_LINES);
    });
