import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorCode } from '../../../src/domain/errors.js';
import { expectRefusal } from '../answers.js';
import { type Answer, PatronClient } from '../client.js';
import type { Offer } from '../requests/hypermedia.js';
import { requireConformance } from '../requests/openapi-conformance.js';
import { checkoutPath, HOLDS as HOLD_LIST, ME } from '../paths.js';
import { SANDBOX_SETTINGS } from '../sandbox-clock.js';
import { pathOf, type ServiceUnderTest, startService } from '../service.js';
import type { TestPatron, TestTitle } from '../test-library.js';
import { HypermediaClient } from './hypermedia-client.js';
import { HOLDS, LOANS, type Scene, type Situation, Stage } from './situations.js';

let service: ServiceUnderTest;

type Change = (scene: Scene) => Promise<void>;

/** What was done, and where, in all tests so far. */
export interface Seen {
  readonly actions: Set<string>;
  readonly addresses: Set<string>;
}

const seen: Seen = { actions: new Set(), addresses: new Set() };

/**
 * Adds a test for each situation of a hold or a loan, after these changes: every link and template opens, every action that is
 * offered can be done, and none can that is not offered.
 */
export function testForDeadEnds(changes: Readonly<Record<string, Change>>): Seen {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-walk-'));
    // As in the embedded mode: content links lead to the built-in page.
    service = await startService([], { ...SANDBOX_SETTINGS, DATABASE_URL: '', DATA_DIR: folder });
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });
  describe.each(Object.entries(changes))('%s', (_, change) => {
    test.each(Object.entries({ ...HOLDS, ...LOANS }))('%s has no dead end', (__, situation) =>
      expectNoDeadEnd(situation, change),
    );
  });
  return seen;
}

async function expectNoDeadEnd(situation: Situation, change: Change): Promise<void> {
  const stage = await Stage.open(service, situation);
  const changedScene = async (): Promise<Scene> => {
    const scene = await stage.scene();
    await change(scene);
    return scene;
  };
  const walked = await changedScene();
  const { offers, choices } = await walk(walked);
  expect(choices).toEqual(situation.isFormatOpen === true ? situation.formats : []);

  const untouched = await changedScene();
  await expectUnchanged(untouched, async () => {
    for (const offer of offers) await expectLimit(translated(offer, walked, untouched), untouched, situation);
    await expectOthersRefused(offers, untouched);
  });

  let scene = untouched;
  for (const offer of putsFirst(offers.filter((each) => !lacksDays(each)))) {
    await expectDone(translated(offer, walked, scene), scene, situation);
    // What was PUT leaves the situation as it was.
    if (!isPut(offer)) scene = await changedScene();
  }
  for (const format of choices) await expectChosen(format, await changedScene());
}

/** @returns what is offered on the way, but for the lending periods, of which every patron has the same */
async function walk({ patron }: Scene): Promise<{ offers: Offer[]; choices: string[] }> {
  const reader = readerOf(patron);
  const client = new HypermediaClient(reader, pathOf);
  const offers = await client.lookAround(ME);
  expect(client.steps.filter(({ status }) => status !== 200 && status !== 302)).toEqual([]);
  for (const { path } of client.steps) see('GET', path);
  const page = client.steps.find(({ path }) => path.startsWith(CHOICE_PAGE))?.path;
  const choices = page === undefined ? '' : (await reader.get(page)).text;
  return {
    offers: offers.filter(({ name }) => name !== 'editLendingPeriod'),
    choices: [...choices.matchAll(/name="formatType" value="([^"]+)"/g)].map(([, format]) => format!),
  };
}

/** The address without titles, tokens, formats and what was asked. */
function see(method: string, path: string): void {
  const [address = ''] = path.replaceAll(/[0-9a-f-]{36}/g, '{id}').split('?');
  const anonymous = address
    .replace(/collections\/[^/]+/, 'collections/{token}')
    .replace(/libraries\/\d+/, 'libraries/{id}')
    .replace(/e?book-[a-z-]+/, '{format}');
  seen.addresses.add(`${method} ${anonymous}`);
}

const CHOICE_PAGE = '/content/format?';

/** The page on which a reader chooses a format is for people: it is not described. */
function readerOf({ baseUrl, token }: TestPatron): PatronClient {
  return new PatronClient(baseUrl, token, (exchange) => {
    if (!exchange.path.startsWith(CHOICE_PAGE)) requireConformance(exchange);
  });
}

/** A button of that page leads to the content. */
async function expectChosen(formatType: string, { patron, title }: Scene): Promise<void> {
  const reader = readerOf(patron);
  const redirect = await reader.get(`${checkoutPath(title)}/formats/downloadredirect`);
  const chosen = await reader.send('POST', pathOf(redirect.headers.get('location')!), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ formatType }).toString(),
  });
  expect([chosen.status, chosen.text]).toEqual([303, chosen.text]);
  const content = pathOf(chosen.headers.get('location')!);
  expect(content).toMatch(new RegExp(`^/content/${title.reserveId}/${formatType}\\?`));
  expect((await reader.get(content)).status).toBe(200);
}

const isPut = ({ method }: Offer): boolean => method.toUpperCase() === 'PUT';

function putsFirst(offers: readonly Offer[]): Offer[] {
  return [...offers.filter(isPut), ...offers.filter((offer) => !isPut(offer))];
}

/** The offer with the titles of another scene. */
function translated(offer: Offer, from: Scene, to: Scene): Offer {
  return JSON.parse(to.translate(JSON.stringify(offer), from)) as Offer;
}

const act = ({ patron }: Scene, offer: Offer): Promise<Answer> =>
  new HypermediaClient(patron, pathOf).act(offer);

/** The days may be absent from the form only because an indefinite suspension has none. */
function lacksDays({ values = {} }: Offer): boolean {
  return values.suspensionType === 'limited' && !('numberOfDays' in values);
}

/** What is offered and refused, as documented. */
async function expectLimit(offer: Offer, scene: Scene, { isAtCheckoutLimit }: Situation): Promise<void> {
  if (lacksDays(offer)) expectRefusal(await act(scene, offer), 'MissingField', 'numberOfDays');
  if (offer.name === 'checkout' && isAtCheckoutLimit)
    expectRefusal(await act(scene, offer), 'PatronHasExceededCheckoutLimit');
}

/** The documented answer to each action. */
const DONE: Readonly<Record<string, number>> = {
  removeHold: 204,
  editHold: 204,
  chooseLastDay: 204,
  addSuspension: 201,
  editSuspension: 204,
  releaseSuspension: 204,
  suspendAll: 200,
  releaseAll: 200,
  choosePace: 204,
  liftPace: 204,
  chooseNotices: 204,
  resetNotices: 204,
  hold: 201,
  watch: 201,
  watchInstead: 201,
  checkout: 201,
  format: 201,
  earlyReturn: 204,
};

async function expectDone(offer: Offer, scene: Scene, { isAtCheckoutLimit }: Situation): Promise<void> {
  if (offer.name === 'checkout' && isAtCheckoutLimit)
    expect((await scene.patron.returnTitle(scene.another!)).status).toBe(204);
  const { status, text } = await act(scene, offer);
  expect([offer, status, text]).toEqual([offer, DONE[offer.name], text]);
  seen.actions.add(offer.name);
  see(offer.method.toUpperCase(), pathOf(offer.href));
}

/** Something that is tried although it was not offered, and its documented refusals. */
interface Attempt {
  readonly action: string;
  readonly act: (patron: TestPatron, title: TestTitle) => Promise<Answer>;
  readonly refusals: readonly ErrorCode[];
}

const NOT_ON_HOLD = 'PatronDoesntHaveTitleOnHold';
const address = { emailAddress: 'another@example.org' };
const suspension = { suspensionType: 'indefinite' };

const ATTEMPTS: readonly Attempt[] = [
  { action: 'removeHold', act: (patron, title) => patron.remove(title), refusals: [NOT_ON_HOLD] },
  {
    action: 'editHold',
    act: (patron, title) => patron.edit(title, address),
    refusals: [NOT_ON_HOLD, 'HoldReadyForCheckout', 'IgnoreHoldEmailCannotBeChanged'],
  },
  {
    action: 'addSuspension',
    act: (patron, title) => patron.suspend(title, suspension),
    refusals: [NOT_ON_HOLD, 'HoldAlreadySuspended'],
  },
  {
    action: 'editSuspension',
    act: (patron, title) => patron.editSuspension(title, suspension),
    refusals: [NOT_ON_HOLD, 'HoldNotSuspended'],
  },
  {
    action: 'releaseSuspension',
    act: (patron, title) => patron.release(title),
    refusals: [NOT_ON_HOLD, 'HoldNotSuspended'],
  },
  {
    action: 'watchInstead',
    act: (patron, title) => patron.post(`${ME}/watches`, { reserveId: title.reserveId, insteadOfHold: true }),
    refusals: [NOT_ON_HOLD, 'HoldReadyForCheckout'],
  },
  {
    action: 'hold',
    act: (patron, title) => patron.place(title, address),
    refusals: ['AlreadyOnWaitList', 'NotFound', 'NotWithinRenewalWindow'],
  },
  {
    action: 'checkout',
    act: (patron, title) => patron.borrow(title),
    refusals: ['TitleAlreadyCheckedOut', 'TitleNotInCollection', 'NoCopiesAvailable'],
  },
  ...['ebook-epub-adobe', 'ebook-pdf-adobe'].map((formatType) => ({
    action: 'format',
    act: (patron: TestPatron, title: TestTitle) =>
      patron.post(`${checkoutPath(title)}/formats`, { formatType }),
    refusals: ['TitleNotCheckedOut', 'PatronTitleProcessingFailed', 'AnotherFormatHasBeenLockedIn'] as const,
  })),
  {
    action: 'earlyReturn',
    act: (patron, title) => patron.returnTitle(title),
    refusals: ['PatronDoesntHaveTitleCheckedOut'],
  },
];

/** Nothing that was not offered for the title can be done to it. */
async function expectOthersRefused(offers: readonly Offer[], { patron, title }: Scene): Promise<void> {
  const names = new Set(offers.map(({ name }) => name));
  for (const { action, act, refusals } of ATTEMPTS.filter((attempt) => !names.has(attempt.action))) {
    const answer = await act(patron, title);
    const { errorCode } = (answer.body ?? {}) as { errorCode?: ErrorCode };
    expect({ action, errorCode, answer: answer.text, isKnown: refusals.includes(errorCode!) }).toMatchObject({
      isKnown: true,
    });
    expectRefusal(answer, errorCode!);
  }
  // On all holds nothing is refused: there is nothing to do.
  if (!names.has('suspendAll'))
    expect((await patron.post(`${HOLD_LIST}/suspension`, suspension)).status).toBe(200);
  if (!names.has('releaseAll')) expect((await patron.delete(`${HOLD_LIST}/suspension`)).status).toBe(200);
}

async function expectUnchanged({ patron }: Scene, attempts: () => Promise<void>): Promise<void> {
  const state = async (): Promise<unknown> => [await patron.snapshot(), (await patron.loans()).body];
  const before = await state();
  await attempts();
  expect(await state()).toEqual(before);
}
