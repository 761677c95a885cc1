import { withQuery } from '../../../src/staff/addresses/addresses.js';
import { ConsoleClient } from '../../support/console/console-client.js';
import { TestLibrary } from '../../support/test-library.js';

/** Forms that change nothing: what they ask for stands in the address. */

let staff: ConsoleClient;
let ofLibrary: string;
beforeAll(async () => {
  const library = await TestLibrary.open();
  ofLibrary = `/console/libraries/${library.websiteId}`;
  staff = await ConsoleClient.signIn(library);
});

test.each([
  ['licences', 'withinDays', { withinDays: '-5', loansLeft: '3' }],
  ['to-buy', 'targetWaitDays', { targetRatio: '7', targetWaitDays: '0' }],
  ['queues', 'targetRatio', { title: 'emma', targetRatio: '0' }],
  ['actions', 'patronId', { patronId: '0' }],
  ['charts', 'days', { days: '1' }],
  ['previews', 'occasion', { occasion: 'nothing' }],
  ['what-if/result', 'pickupHours', { pickupHours: '0', holdLimit: '3' }],
])('the form of %s comes back with the problem at %s, as it was filled in', async (page, name, typed) => {
  const { status, html } = await staff.get(withQuery(`${ofLibrary}/${page}`, typed));
  expect(status).toBe(422);
  expect(html).toMatch(new RegExp(`<label for="field-${name}">((?!</div>).)*class="field-problem"`, 's'));
  const boxes = [...html.matchAll(/<input[^>]*>/g)].join('\n');
  for (const [other, value] of Object.entries(typed))
    if (boxes.includes(`name="${other}"`)) expect(boxes).toContain(`value="${value}"`);
});

test('what no form of the page has is refused by a page of its own, and a file has no page', async () => {
  for (const path of ['previews/mail?occasion=x', 'queues?limit=abc', 'licences.csv?withinDays=-5']) {
    const { status, html } = await staff.get(`${ofLibrary}/${path}`);
    expect([path, status, html.includes('<h1>This was not done</h1>')]).toEqual([path, 400, true]);
  }
});
