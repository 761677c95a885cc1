import { LostCopiesService } from '../../../../src/circulation/lost-copies.service.js';
import { QueueService } from '../../../../src/circulation/queue.service.js';
import { interceptStatements } from '../../../support/stored/intercept-statements.js';
import { mustSucceed } from '../../../support/client.js';
import { DAY, serviceTime } from '../../../support/clock.js';
import { conditionsOf } from '../../../support/conditions.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { TestLibrary, type TestPatron } from '../../../support/test-library.js';
import { addTexted } from '../../../support/texts/texted.js';
import { ConsoleClient } from '../../../support/console/console-client.js';

let library: TestLibrary;
let desk: ConsoleClient;
let admin: ConsoleClient;
let patrons: string;
let lookUp: string;
beforeAll(async () => {
  library = await TestLibrary.open();
  patrons = `/console/libraries/${library.websiteId}/patrons`;
  lookUp = `${patrons}/lookup`;
  desk = await ConsoleClient.signIn(library, 'desk', ['desk']);
  admin = await ConsoleClient.signIn(library, 'admin', ['admin']);
});

const pageOf = ({ patronId }: { readonly patronId: number }): string => `${patrons}/${patronId}`;

test('alternatives count as one of the holds that a patron may have', async () => {
  const patron = await library.addPatron({ holdLimit: 1 });
  const [first, second] = [await library.addTitle(), await library.addTitle()];
  await mustSucceed(patron.place(first));
  await mustSucceed(patron.place(second, { ignoreHoldEmail: true, alternativeTo: first.reserveId }));
  expect((await desk.get(pageOf(patron))).text).toMatch(/Holds\s*1 of 1\b/);
});

test('a patron is found by the card, and served at the desk', async () => {
  const patron = await library.addPatron({ cardNumber: '4711' });
  const [held, borrowed] = [await library.addTitle(0, { title: 'Awaited' }), await library.addTitle(1)];
  await mustSucceed(patron.place(held));
  await mustSucceed(patron.borrow(borrowed));
  const page = await desk.submit(lookUp, { text: ' 4711 ' });
  expect(page.text).toContain(`Patron ${patron.patronId}`);
  expect(page.text).toContain('Waiting, place 1 of 1');

  const own = pageOf(patron);
  const removal = `${own}/holds/${held.reserveId}/removal`;
  const asked = await desk.get(removal);
  expect(asked.text).toMatch(
    /Awaited .*Waiting, place 1 of 1 .*its place in the queue is lost.* A mail tells/,
  );
  expect(asked.html).not.toContain('selected');
  const unreasoned = await desk.submit(removal, { reason: 'none' });
  expect([unreasoned.status, unreasoned.text]).toEqual([
    422,
    expect.stringContaining('This must be requested or'),
  ]);
  expect(await conditionsOf(held, patron)).toEqual(['waiting']);
  const removed = await desk.submit(removal, { reason: 'requested' });
  expect(removed.text).toContain('The hold is removed.');
  expect(await conditionsOf(held, patron)).toEqual(['gone']);
  expect((await desk.get(removal)).status).toBe(200);
  const giveBack = `${own}/checkouts/${borrowed.reserveId}/return`;
  expect((await desk.get(giveBack)).text).toContain('The patron can read the title no longer.');
  expect((await desk.submit(giveBack, {})).text).toContain('The title is returned.');
  const changed = await desk.submit(`${own}/category`, { category: 'child' });
  expect(changed.text).toContain('The category is changed.');
  expect((await desk.get(own)).html).not.toMatch(/<table.*<form.*<\/table>/s);
  const exported = await desk.send(`${own}/export`);
  const attachment = `attachment; filename=patron-${patron.patronId}.json`;
  expect(exported.headers.get('content-disposition')).toBe(attachment);
  expect(await exported.json()).toMatchObject({ patron: { category: 'child', cardNumber: '4711' } });
});

test('of each hold and checkout staff see which it is, how long it waits, and where its mail goes, whatever their number', async () => {
  const patron = await library.addPatron();
  const creators = [{ role: 'Author', name: 'Tove Jansson' }];
  const of = async (title: string, owned: number): ReturnType<TestLibrary['addTitle']> =>
    library.addTitle(owned, { title, creators });
  const [held, borrowed] = [await of('Finn Family Moomintroll', 1), await of('Moominpappa at Sea', 1)];
  await library.fillQueue(held, 1);
  await mustSucceed(patron.place(held, { emailAddress: 'reader@example.org' }));
  await mustSucceed(patron.borrow(borrowed));
  const own = pageOf(patron);
  const statementsFor = async (path: string): Promise<{ readonly text: string; readonly sent: string[] }> => {
    const sent: string[] = [];
    const stop = interceptStatements(({ name = '' }) => void sent.push(name));
    try {
      return { text: (await desk.get(path)).text, sent };
    } finally {
      stop();
    }
  };
  const one = await statementsFor(own);
  const queue = `/console/libraries/${library.websiteId}/queues/${held.reserveId}`;
  expect(one.text).toMatch(/Finn Family Moomintroll E-book, by Tove Jansson .*place 2 of 2/);
  expect(one.text).toMatch(/Mail to reader@example\.org .*Moominpappa at Sea E-book, by Tove Jansson/);
  expect((await desk.get(own)).html).toContain(`<a href="${queue}">Finn Family Moomintroll</a>`);
  const asked = await desk.get(`${own}/holds/${held.reserveId}/removal`);
  expect(asked.text).toMatch(/E-book, by Tove Jansson .*Expected wait .* Notices go to reader@example\.org/);
  for (let more = 0; more < 5; more++) await mustSucceed(patron.place(await of(`Comet ${more}`, 0)));
  const six = await statementsFor(own);
  expect(six.sent.toSorted()).toEqual(one.sent.toSorted());
});

test('staff see which hold waits without a copy, and when it ends', async () => {
  const title = await library.addTitle(1);
  await mustSucceed((await library.addPatron()).borrow(title));
  const [patron] = await library.fillQueue(title, 1);
  await library.setCopiesOwned(title, 0);
  expect((await desk.get(pageOf(patron))).text).toContain('Waiting, place 1 of 1; no copy left');
  const { websiteId } = library;
  await library.import({ record: 'settings', websiteId, holds: { daysWithoutCopies: 30 } });
  await new LostCopiesService(library.service.database, new QueueService()).work();
  expect((await desk.get(pageOf(patron))).text).toMatch(/; no copy left, ends on \d/);
});

test('staff say until which day a patron needs a title, when they place the hold or later', async () => {
  const [patron, title] = [await library.addPatron(), await library.addTitle()];
  const own = pageOf(patron);
  const { reserveId } = title;
  const lastDay = `${own}/holds/${reserveId}/last-day`;
  const year = (await serviceTime(library.service)).getUTCFullYear() + 1;
  const placed = { reserveId, emailAddress: 'reader@example.org', notNeededAfter: `${year}-03-03` };
  expect((await desk.submit(`${own}/holds`, placed)).text).toContain('The hold is placed.');
  expect((await desk.get(own)).text).toContain(`Waiting, place 1 of 1; not needed after 3 Mar ${year}`);
  expect((await desk.get(lastDay)).html).toMatch(`value="${year}-03-03"`);
  const refused = await desk.submit(lastDay, { notNeededAfter: '2020-01-01' });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('from today')]);
  await desk.submit(lastDay, { notNeededAfter: '' });
  expect((await patron.find(title)).body).not.toHaveProperty('notNeededAfter');
  expect((await desk.get(own)).text).not.toContain('not needed after');
});

test('staff see whether a patron gets text messages, and the ends of the number', async () => {
  const own = await TestLibrary.open();
  const dora = await ConsoleClient.signIn(own, 'dora', ['desk']);
  const page = async ({ patronId }: TestPatron): Promise<string> =>
    (await dora.get(`/console/libraries/${own.websiteId}/patrons/${patronId}`)).text;
  const known = await own.addPatron({ phone: '+4915120099901' });
  expect(await page(known)).not.toContain('Notices By');
  const texts = { url: 'https://texts.example/messages', secret: `whsec_${'A'.repeat(44)}` };
  await own.import({ record: 'settings', websiteId: own.websiteId, texts });
  expect(await page(await own.addPatron())).toContain('Notices By mail Category');
  expect(await page(known)).toContain('Notices By mail, not as text messages to +49…01');
  const { patron, phone } = await addTexted(own, 'both');
  const shown = await page(patron);
  expect(shown).toContain(`Notices By mail, and as text messages to +49…${phone.slice(-2)}`);
  expect(shown).not.toContain(phone);
  await own.import({
    record: 'settings',
    websiteId: own.websiteId,
    texts: { ...texts, secret: '***', by: 'patronId' },
  });
  expect(await page(patron)).toContain('Notices By mail, and as text messages Category');
});

test('patrons are listed by the beginning of a card or an address, and only then', async () => {
  const one = await library.addPatron({ cardNumber: 'DESK-1' });
  const two = await library.addPatron({ cardNumber: 'DESK-12' });
  const listed = await desk.submit(lookUp, { text: 'DESK' });
  for (const each of [one, two])
    expect(listed.html).toContain(`<a href="${pageOf(each)}">Patron ${each.patronId}</a>`);
  expect(listed.html).toMatch(/<input[^>]*name="text"[^>]*value="DESK"/);
  expect((await desk.submit(lookUp, { text: 'DESK-1' })).text).toContain(`Patron ${one.patronId}`);
  expect((await desk.submit(lookUp, { text: String(two.patronId) })).text).toContain('Card DESK-12');
  for (const [text, status, problem] of [
    [' ', 422, 'This is missing'],
    ['nobody’s', 200, 'No patron of this library has this card, number or address.'],
  ] as const) {
    const refused = await desk.submit(lookUp, { text });
    expect([refused.status, refused.text]).toEqual([status, expect.stringContaining(problem)]);
  }
});

test('staff place a hold for a patron, after a page that shows how long it waits', async () => {
  const patron = await library.addPatron();
  const title = await library.addTitle(0, { title: 'Moominsummer Madness' });
  await library.fillQueue(title, 2);
  const own = pageOf(patron);
  expect((await desk.get(own)).html).toContain(`<a href="${own}/holds">Place a hold for the patron</a>`);
  const found = await desk.get(`${own}/holds?title=moominsummer`);
  const { reserveId } = title;
  const placement = `${own}/holds/placement?reserveId=${reserveId}`;
  const place = (fields: Readonly<Record<string, string>>): ReturnType<ConsoleClient['submit']> =>
    desk.submit(`${own}/holds`, { reserveId, ...fields });
  expect(found.html).toContain(`<a href="${placement}" aria-label="Place a hold on Moominsummer Madness">`);
  expect((await desk.get(`${own}/holds?title=nowhere`)).text).toContain('have no such title');
  const asked = await desk.get(placement);
  expect(asked.text).toMatch(/Moominsummer Madness .* Holds 2 Expected wait .* last in the queue/);
  const wrong = await place({ emailAddress: 'nobody' });
  expect(wrong.html).toMatch(/<input[^>]*value="nobody"[^>]*aria-invalid="true"/);
  expect(await conditionsOf(title, patron)).toEqual(['gone']);
  const placed = await place({ emailAddress: ' reader@example.org ' });
  expect(placed.text).toMatch(/The hold is placed\. .*Waiting, place 3 of 3/);
  const again = await place({ ignoreHoldEmail: 'true' });
  expect(again.text).toContain('Patron is already on the waiting list.');
  // The page suggests the address that the patron gave, and not that of this hold.
  await mustSucceed(patron.place(await library.addTitle()));
  const other = await library.addTitle();
  expect((await desk.get(`${own}/holds/placement?reserveId=${other.reserveId}`)).html).toContain(
    `value="${patron.emailAddress}"`,
  );
});

test('staff suspend and resume a hold, after a page that shows what happens', async () => {
  const title = await library.addTitle(1, { title: 'Comet in Moominland' });
  const [ready, next] = await library.fillQueue(title, 2);
  const own = pageOf(ready);
  const suspension = `${own}/holds/${title.reserveId}/suspension`;
  const resumption = `${own}/holds/${title.reserveId}/resumption`;
  expect((await desk.get(own)).html).toContain(
    `<a href="${suspension}" aria-label="Suspend the hold on Comet`,
  );
  const asked = await desk.get(suspension);
  expect(asked.text).toContain('The copy that is set aside goes to the next patron in line.');
  for (const choice of [
    'numberOfDays" value="7">7 days',
    'suspensionType" value="indefinite">Until the patron',
  ])
    expect(asked.html).toContain(`<button type="submit" name="${choice}`);
  for (const until of ['soon', '2020-02-02', '2999-01-01']) {
    const refused = await desk.submit(suspension, { suspensionType: 'limited', until });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringMatching(/This must be a time (such as|within)/),
    ]);
  }
  expect(await conditionsOf(title, ready, next)).toEqual(['ready', 'waiting']);
  const now = await serviceTime(library.service);
  const until = new Date(now.getTime() + 7 * DAY * 1000).toISOString().slice(0, 10);
  const suspended = await desk.submit(suspension, { suspensionType: 'limited', until });
  expect(suspended.text).toMatch(/The hold is suspended\. .*Suspended until/);
  expect(suspended.html).toContain(`<time datetime="${until}T23:59:59.000Z"`);
  expect(await conditionsOf(title, ready, next)).toEqual(['suspended', 'ready']);
  expect((await desk.get(suspension)).text).toContain('There is no such hold to be suspended.');
  expect(suspended.html).toContain(`<a href="${resumption}" aria-label="Resume the hold on Comet`);
  expect((await desk.get(resumption)).text).toContain('The hold waits again, in its old place.');
  expect((await desk.submit(suspension, { _method: 'DELETE' })).text).toContain('The hold is resumed.');
  expect(await conditionsOf(title, ready, next)).toEqual(['waiting', 'ready']);
  expect((await desk.get(resumption)).text).toContain('There is no such hold to be resumed.');
});

test('a patron is signed out everywhere, for which nothing of an overview is read', async () => {
  const patron = await library.addPatron();
  const own = pageOf(patron);
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
  expect((await patron.profile()).status).toBe(401);
  const again = await desk.submit(`${own}/sessions/end`, {});
  expect(again.text).toContain('The patron is signed out everywhere.');
});

test('an admin merges two cards, and deletes a patron, after a question', async () => {
  const [from, into] = [await library.addPatron(), await library.addPatron({ cardNumber: 'KEEP' })];
  const title = await library.addTitle();
  await mustSucceed(from.place(title));
  const merge = `${pageOf(from)}/merge`;
  expect((await desk.get(pageOf(from))).text).not.toContain('Merge the cards');
  const question = `${merge}/question`;
  const wrong = await admin.submit(question, { cardNumber: 'LOSE' });
  expect([wrong.status, wrong.text]).toEqual([
    422,
    expect.stringContaining('This must be a card of a patron'),
  ]);
  expect(wrong.html).toMatch(/<input[^>]*name="cardNumber"[^>]*value="LOSE"[^>]*aria-invalid="true"/);
  const asked = await admin.submit(question, { cardNumber: 'KEEP' });
  expect(asked.text).toContain(`Patron ${into.patronId} gets 1 hold, with their places, and 0 checkouts.`);
  expect(await conditionsOf(title, from)).toEqual(['waiting']);
  const merged = await admin.submit(merge, { into: String(into.patronId) });
  expect(merged.text).toContain(`Patron ${into.patronId}`);
  expect(await conditionsOf(title, into)).toEqual(['waiting']);

  expect((await admin.get(pageOf(into))).text).toContain('All data of the patron is deleted.');
  const deleted = await admin.submit(pageOf(into), { _method: 'DELETE' });
  expect(deleted.text).toContain('The patron is deleted.');
  expect((await new OperatorClient(library.service.url).patron(into)).status).toBe(404);
});

test('a patron of another library is not found beside this one', async () => {
  const stranger = await (await TestLibrary.open()).addPatron();
  expect((await admin.get(pageOf(stranger))).status).toBe(404);
  const forms = { '': { _method: 'DELETE' }, '/category': { category: 'adult' } };
  for (const [form, fields] of Object.entries(forms))
    expect((await admin.submit(`${pageOf(stranger)}${form}`, fields)).status).toBe(404);
});
