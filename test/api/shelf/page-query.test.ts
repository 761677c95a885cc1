import { expectRefusal } from '../../support/answers.js';
import { PatronClient } from '../../support/client.js';
import { emptyLibrary } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

/** What an address of the page may say behind its path. */

let service: ServiceUnderTest;
let client: PatronClient;
beforeAll(async () => {
  service = await startService(emptyLibrary(37), { SHELF: 'true' });
  client = new PatronClient(service.url, '');
});
afterAll(() => service.close());

test.each([
  '/holds?hold=a&hold=b',
  '/holds?hold=a&Hold=b&action=remove&action=',
  '/search?q=emma&q=persuasion',
  '?utm_source=a&utm_source=a&__proto__=1&__proto__=2',
  '?library[]=38&library[]=39',
])('the page is shown at %s: what it does not read may be given twice', async (path) => {
  const { status, headers } = await client.get(`/shelf${path}`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
});

test.each(['library=37&library=38', 'library=37&Library=38', 'lang=de&lang=fr'])(
  'the page is refused with %s, to browsers as a page',
  async (query) => {
    const [name = ''] = query.split('=');
    expectRefusal(await client.get(`/shelf?${query}`), 'InvalidFieldValue', `${name} must be given once`);
    const page = await fetch(`${service.url}/shelf?${query}`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  },
);
