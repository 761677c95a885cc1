import { OperatorClient } from '../../../support/operator/operator-client.js';
import { interceptStatements } from '../../../support/stored/intercept-statements.js';
import { mustSucceed } from '../../../support/client.js';
import { conditionsOf } from '../../../support/conditions.js';
import { WEBSITE_ID } from '../../../support/records.js';
import { OTHER_PATRON_ID, otherLibrary } from '../../../support/operator/operator-library.js';
import { TestLibrary } from '../../../support/test-library.js';
import { ConsoleClient } from '../../../support/console/console-client.js';

const PATRONS = `/console/libraries/${WEBSITE_ID}/patrons`;

let library: TestLibrary;
let desk: ConsoleClient;
let admin: ConsoleClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  desk = await ConsoleClient.signIn(library.service, 'desk', ['desk']);
  admin = await ConsoleClient.signIn(library.service, 'admin', ['admin']);
});
afterAll(() => library.close());

test('a patron is found by the card, and served at the desk', async () => {
  const patron = await library.addPatron({ cardNumber: '4711' });
  const [held, borrowed] = [await library.addTitle(0, { title: 'Awaited' }), await library.addTitle(1)];
  await mustSucceed(patron.place(held));
  await mustSucceed(patron.borrow(borrowed));
  const page = await desk.submit(PATRONS, { patron: ' 4711 ' });
  expect(page.text).toContain(`Patron ${patron.patronId}`);
  expect(page.text).toContain('Waiting, place 1 of 1');

  const own = `${PATRONS}/${patron.patronId}`;
  const removal = `${own}/holds/${held.reserveId}/removal`;
  const asked = await desk.get(removal);
  expect(asked.text).toMatch(
    /Awaited .*Waiting, place 1 of 1 .*its place in the queue is lost.* A mail tells/,
  );
  expect(asked.html).not.toContain('selected');
  const unreasoned = await desk.submit(removal, {});
  expect([unreasoned.status, unreasoned.text]).toEqual([422, expect.stringContaining('Choose a reason.')]);
  expect(await conditionsOf(held, patron)).toEqual(['waiting']);
  const removed = await desk.submit(removal, { reason: 'requested' });
  expect(removed.text).toContain('The hold is removed.');
  expect(await conditionsOf(held, patron)).toEqual(['gone']);
  expect((await desk.get(removal)).status).toBe(200);
  const giveBack = `${own}/checkouts/${borrowed.reserveId}/return`;
  expect((await desk.get(giveBack)).text).toContain('The patron can read the title no longer.');
  expect((await desk.submit(giveBack, {})).text).toContain('The title is returned.');
  expect((await desk.submit(`${own}/category`, { category: 'child' })).text).toContain(
    'The category is changed.',
  );
  expect((await desk.get(own)).html).not.toMatch(/<table.*<form.*<\/table>/s);
  const exported = await desk.send(`${own}/export`);
  expect(exported.headers.get('content-disposition')).toBe(
    `attachment; filename=patron-${patron.patronId}.json`,
  );
  expect(await exported.json()).toMatchObject({ patron: { category: 'child', cardNumber: '4711' } });
});

test('patrons are listed by the beginning of a card or an address, and only then', async () => {
  const [one, two] = [
    await library.addPatron({ cardNumber: 'DESK-1' }),
    await library.addPatron({ cardNumber: 'DESK-12' }),
  ];
  const listed = await desk.submit(PATRONS, { patron: 'DESK' });
  for (const { patronId } of [one, two])
    expect(listed.html).toContain(`<a href="${PATRONS}/${patronId}">Patron ${patronId}</a>`);
  expect(listed.html).toMatch(/<input[^>]*name="patron"[^>]*value="DESK"/);
  expect((await desk.submit(PATRONS, { patron: 'DESK-1' })).text).toContain(`Patron ${one.patronId}`);
  expect((await desk.submit(PATRONS, { patron: String(two.patronId) })).text).toContain('Card DESK-12');
  const empty = await desk.submit(PATRONS, { patron: ' ' });
  expect([empty.status, empty.text]).toEqual([422, expect.stringContaining('Type a card number')]);
});

test('staff place a hold for a patron, after a page that shows how long it waits', async () => {
  const patron = await library.addPatron();
  const title = await library.addTitle(0, { title: 'Moominsummer Madness' });
  await library.fillQueue(title, 2);
  const own = `${PATRONS}/${patron.patronId}`;
  expect((await desk.get(own)).html).toContain(`<a href="${own}/holds">Place a hold for the patron</a>`);
  const found = await desk.get(`${own}/holds?title=moominsummer`);
  const placement = `${own}/holds/${title.reserveId}/placement`;
  expect(found.html).toContain(`<a href="${placement}" aria-label="Place a hold on Moominsummer Madness">`);
  expect((await desk.get(`${own}/holds?title=nowhere`)).text).toContain('have no such title');
  const asked = await desk.get(placement);
  expect(asked.text).toMatch(/Moominsummer Madness .* Holds 2 Expected wait .* last in the queue/);
  const wrong = await desk.submit(placement, { emailAddress: 'nobody' });
  expect([wrong.status, wrong.html]).toEqual([
    422,
    expect.stringMatching(/<input[^>]*value="nobody"[^>]*aria-invalid="true"/),
  ]);
  expect(await conditionsOf(title, patron)).toEqual(['gone']);
  const placed = await desk.submit(placement, { emailAddress: ' reader@example.org ' });
  expect(placed.text).toMatch(/The hold is placed\. .*Waiting, place 3 of 3/);
  const again = await desk.submit(placement, { emailAddress: '' });
  expect([again.status, again.text]).toEqual([
    422,
    expect.stringContaining('Patron is already on the waiting list. Nothing was changed.'),
  ]);
  const other = await library.addTitle();
  expect((await desk.get(`${own}/holds/${other.reserveId}/placement`)).html).toMatch(
    /<input[^>]*value="reader@example\.org"/,
  );
});

test('staff suspend and resume a hold, after a page that shows what happens', async () => {
  const title = await library.addTitle(1, { title: 'Comet in Moominland' });
  const [ready, next] = await library.fillQueue(title, 2);
  const own = `${PATRONS}/${ready.patronId}`;
  const [suspension, resumption] = ['suspension', 'resumption'].map(
    (name) => `${own}/holds/${title.reserveId}/${name}`,
  ) as [string, string];
  expect((await desk.get(own)).html).toContain(
    `<a href="${suspension}" aria-label="Suspend the hold on Comet`,
  );
  const asked = await desk.get(suspension);
  expect(asked.text).toContain('The copy that is set aside goes to the next patron in line.');
  for (const [fields, problem] of [
    [{ suspensionType: '', numberOfDays: '' }, 'Choose how long it is suspended.'],
    [{ suspensionType: 'limited', numberOfDays: '366' }, 'Type a number of days from 1 to 365.'],
  ] as const) {
    const refused = await desk.submit(suspension, fields);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(problem)]);
  }
  expect(await conditionsOf(title, ready, next)).toEqual(['ready', 'waiting']);
  const suspended = await desk.submit(suspension, { suspensionType: 'limited', numberOfDays: '7' });
  expect(suspended.text).toMatch(/The hold is suspended\. .*Suspended until/);
  expect(await conditionsOf(title, ready, next)).toEqual(['suspended', 'ready']);
  expect((await desk.get(suspension)).text).toContain('There is no such hold to be suspended.');
  expect(suspended.html).toContain(`<a href="${resumption}" aria-label="Resume the hold on Comet`);
  expect((await desk.get(resumption)).text).toContain('The hold waits again, in its old place.');
  expect((await desk.submit(resumption, {})).text).toContain('The hold is resumed.');
  expect(await conditionsOf(title, ready, next)).toEqual(['waiting', 'ready']);
  expect((await desk.get(resumption)).text).toContain('There is no such hold to be resumed.');
});

test('an action for a patron reads nothing of an overview', async () => {
  const patron = await library.addPatron();
  const own = `${PATRONS}/${patron.patronId}`;
  const names: string[] = [];
  const stop = interceptStatements(({ name = '' }) => {
    if (name.startsWith('patron-')) names.push(name);
  });
  try {
    await desk.send(`${own}/sessions/end`, { method: 'POST' });
    expect(names).toEqual(['patron-keep']);
    await desk.get(own);
    expect(names.length).toBeGreaterThan(1);
  } finally {
    stop();
  }
});

test('a patron is signed out everywhere', async () => {
  const [patron, other] = await library.addPatrons(2);
  const page = await desk.submit(`${PATRONS}/${patron.patronId}/sessions/end`, {});
  expect(page.text).toContain('The patron is signed out everywhere.');
  expect([(await patron.get('/v1/patrons/me')).status, (await other.get('/v1/patrons/me')).status]).toEqual([
    401, 200,
  ]);
});

test('an unknown card is said to be unknown', async () => {
  const page = await desk.submit(PATRONS, { patron: 'nobody’s' });
  expect([page.status, page.text]).toEqual([
    404,
    expect.stringContaining('No patron of this library has this card, number or address.'),
  ]);
});

test('an admin merges two cards, and deletes a patron after typing the number', async () => {
  const [from, into] = [await library.addPatron(), await library.addPatron({ cardNumber: 'KEEP' })];
  const title = await library.addTitle();
  await mustSucceed(from.place(title));
  expect((await desk.get(`${PATRONS}/${from.patronId}`)).text).not.toContain('Merge the cards');
  const wrong = await admin.submit(`${PATRONS}/${from.patronId}/merge`, { cardNumber: 'LOSE' });
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('No patron of this library has')]);
  expect(wrong.html).toMatch(/<input[^>]*name="cardNumber"[^>]*value="LOSE"[^>]*aria-invalid="true"/);
  const asked = await admin.submit(`${PATRONS}/${from.patronId}/merge`, { cardNumber: 'KEEP' });
  expect(asked.text).toContain(`Patron ${into.patronId} gets 1 hold, with their places, and 0 checkouts.`);
  expect(await conditionsOf(title, from)).toEqual(['waiting']);
  const confirmed = { cardNumber: 'KEEP', confirmed: 'yes' };
  const merged = await admin.submit(`${PATRONS}/${from.patronId}/merge`, confirmed);
  expect(merged.text).toContain(`Patron ${into.patronId}`);
  expect(await conditionsOf(title, into)).toEqual(['waiting']);

  const own = `${PATRONS}/${into.patronId}/removal`;
  expect((await admin.submit(own, { confirmation: String(from.patronId) })).text).toContain(
    'Nothing was deleted.',
  );
  expect((await admin.submit(own, { confirmation: String(into.patronId) })).text).toContain(
    'The patron is deleted.',
  );
  expect((await new OperatorClient(library.service.url).patron(into)).status).toBe(404);
});

test('a patron of another library is not found beside this one', async () => {
  await library.import(...otherLibrary(await library.addTitle(), 0));
  expect((await admin.get(`${PATRONS}/${OTHER_PATRON_ID}`)).status).toBe(404);
  const forms = { removal: { confirmation: OTHER_PATRON_ID }, category: { category: 'adult' } };
  for (const [form, fields] of Object.entries(forms))
    expect((await admin.submit(`${PATRONS}/${OTHER_PATRON_ID}/${form}`, fields)).status).toBe(404);
});

test('a file is uploaded by the form, and its rejected lines are a CSV without formulas', async () => {
  const imports = `/console/libraries/${library.websiteId}/imports`;
  const body = new FormData();
  body.set('file', new Blob(['=not JSON\n']), 'Bücher.ndjson');
  const answer = await admin.send(imports, { method: 'POST', body });
  expect(answer.status).toBe(303);
  const address = answer.headers.get('location') ?? '';
  let page = await admin.get(address);
  for (let tries = 0; page.text.includes('is running') && tries < 400; tries++) {
    // It does not load itself again, which would take the place from whoever reads it.
    expect(page.html).toContain(`<a href="${address}">Show how far it is now</a>`);
    expect(page.html).not.toContain('http-equiv="refresh"');
    await new Promise((resolve) => setTimeout(resolve, 100));
    page = await admin.get(address);
  }
  expect(page.text).toContain('Import of Bücher.ndjson');
  expect(page.text).toContain('Every line was rejected. Nothing has changed.');
  const csv = await (await admin.send(`${address}/rejections.csv`)).text();
  expect(csv).toMatch(/^Line,Reason\n1,/);
  expect((await admin.send(imports, { method: 'POST', body: new FormData() })).status).toBe(422);
});
