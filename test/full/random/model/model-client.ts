import type { Answer as HttpAnswer, FieldValue, PatronClient } from '../../../support/client.js';
import { serviceTime } from '../../../support/clock.js';
import {
  category,
  copies,
  patron,
  reserveIdOf,
  type TestRecord,
  WEBSITE_ID,
} from '../../../support/records.js';
import { checkoutPath, CHECKOUTS, holdPath, HOLDS, ME, suspensionPath } from '../../../support/paths.js';
import type { Answer } from './answers.js';
import { answerReader, type AnswerReader } from './answer-reader.js';
import { crossRefIdOf, patronIdOf, type LibraryUnderTest } from './library-under-test.js';
import { at, DAY, type Setup } from './state.js';
import type { NamedBy, PatronStep, RecordStep, SentSuspension, Step, StepOf, TestStep } from './steps.js';

const WATCHES = `${ME}/watches`;

type Values = Record<string, FieldValue>;

/** Each advance is a little longer, so that what ends after whole hours has ended, whenever in the hour it began. */
const MARGIN_SECONDS = 60;

/** Takes the steps of a run at one process of the service, and returns the answers in the model's terms. */
export class ModelClient {
  private readonly patrons: readonly PatronClient[];
  private readonly operator: PatronClient;
  private readonly read: AnswerReader;
  private readonly applyDue: () => Promise<void>;
  private readonly startedAt: number;

  /**
   * @param startedAt when the run began, in milliseconds
   * @param settleDue runs the timers once, where no worker does
   */
  constructor(
    private readonly library: LibraryUnderTest,
    private readonly setup: Setup,
    { url, startedAt, applyDue }: { url: string; startedAt: number; applyDue?: () => Promise<void> },
  ) {
    this.patrons = library.clients(url);
    this.operator = library.operator(url);
    this.startedAt = startedAt;
    this.read = answerReader(startedAt);
    this.applyDue = applyDue ?? (() => Promise.reject(new Error('Workers run the timers here.')));
  }

  async take(step: Step): Promise<Answer> {
    if (step.kind === 'notices')
      return { status: 200, body: this.read.notices(await this.library.notices()) };
    if (step.kind === 'nothing is due') return { status: 200, body: await this.library.dueTitles() };
    if (step.kind !== 'timers') return this.read.answer(step, await this.ask(step));
    await this.applyDue();
    return { status: 200 };
  }

  private async ask(step: Exclude<Step, TestStep>): Promise<HttpAnswer> {
    if (isRecord(step)) return this.import(await this.recordOf(step));
    if (step.kind === 'advance') return this.advance(step.hours);
    if (step.kind === 'move in line' || step.kind === 'put back') return this.order(step);
    if (step.kind === 'operator removes' || step.kind === 'operator returns')
      return this.operator.send('POST', operatorPath(step));
    const ask = REQUESTS[step.kind] as Request<PatronStep['kind']>;
    return ask(at(this.patrons, step.patron), step, await serviceTime(this.library));
  }

  private async order(step: StepOf<'move in line' | 'put back'>): Promise<HttpAnswer> {
    const { title, patron } = step;
    const queue = `/operator/v1/libraries/${WEBSITE_ID}/queues/${reserveIdOf(crossRefIdOf(title))}/order`;
    const ticket = await this.library.ticketOf(title, patron);
    if (step.kind === 'put back') return this.operator.post(`${queue}/undo`, { ticket });
    const { side, other } = step;
    return this.operator.post(queue, {
      ...{ ticket, side, reason: 'class' },
      ...(other !== null && { other: await this.library.ticketOf(title, other) }),
    });
  }

  private advance(hours: number): Promise<HttpAnswer> {
    return this.operator.send('POST', '/sandbox/v1/clock', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceSeconds: hours * 3600 + MARGIN_SECONDS }),
    });
  }

  /** When the present hour of the run began: licences that the model lets end together do so. */
  private async hour(): Promise<Date> {
    const now = await serviceTime(this.library);
    return new Date(now.getTime() - ((now.getTime() - this.startedAt) % 3_600_000));
  }

  /** A record is complete: what the step does not change is repeated. */
  private async recordOf(step: RecordStep): Promise<TestRecord> {
    if (step.kind === 'license' || step.kind === 'drop licence')
      return licenceRecord(step, await this.hour());
    if (step.kind === 'offer lucky day') return luckyDayRecord(step);
    if (step.kind === 'own') return copies(crossRefIdOf(step.title), step.copies, step.collection);
    if (step.kind === 'open collections') return category(step.category, step.collections);
    const { holdLimit, checkoutLimit } = at(this.setup.patrons, step.patron);
    return patron(patronIdOf(step.patron), { category: step.category, holdLimit, checkoutLimit });
  }

  private import(record: TestRecord): Promise<HttpAnswer> {
    return this.operator.send('POST', '/operator/v1/records', {
      headers: { 'content-type': 'application/x-ndjson' },
      body: `${JSON.stringify(record)}\n`,
    });
  }
}

const isRecord = (step: Step): step is RecordStep =>
  ['own', 'license', 'drop licence', 'offer lucky day', 'move patron', 'open collections'].includes(
    step.kind,
  );

function luckyDayRecord({ title, collection, copies: concurrency }: StepOf<'offer lucky day'>): TestRecord {
  const key = { websiteId: WEBSITE_ID, collectionId: collection, licenceId: `lucky ${title}` };
  return {
    record: 'licence',
    ...key,
    reserveId: reserveIdOf(crossRefIdOf(title)),
    concurrency,
    holdable: false,
  };
}

function licenceRecord(step: Extract<RecordStep, { readonly licence: string }>, hour: Date): TestRecord {
  const { title, collection, licence } = step;
  const key = { websiteId: WEBSITE_ID, collectionId: collection, licenceId: `${licence} ${title}` };
  const record = { record: 'licence', ...key, reserveId: reserveIdOf(crossRefIdOf(title)) };
  if (step.kind === 'drop licence') return { ...record, delete: true };
  const at = (hours: number | null): string | null =>
    hours === null ? null : new Date(hour.getTime() + hours * 3_600_000).toISOString();
  const { concurrency, loans, startsIn, endsIn } = step;
  return { ...record, concurrency, loans, startsOn: at(startsIn), endsOn: at(endsIn) };
}

function operatorPath({ kind, patron, title }: StepOf<'operator removes' | 'operator returns'>): string {
  const ofPatron = `/operator/v1/patrons/${patronIdOf(patron)}`;
  return kind === 'operator removes'
    ? `${ofPatron}/holds/${crossRefIdOf(title)}/removal`
    : `${ofPatron}/checkouts/${crossRefIdOf(title)}/return`;
}

const named = (title: number, by: NamedBy = 'reserveId'): string | number =>
  by === 'reserveId' ? reserveIdOf(crossRefIdOf(title)) : crossRefIdOf(title);

type Request<Kind extends PatronStep['kind']> = (
  me: PatronClient,
  step: Extract<PatronStep, { kind: Kind }>,
  now: Date,
) => Promise<HttpAnswer>;

/** The request for each step. */
const REQUESTS: { readonly [Kind in PatronStep['kind']]: Request<Kind> } = {
  place: (me, step, now) =>
    step.atAddress
      ? me.post(holdPath(named(step.title, step.by)), sentPlacement(step, now))
      : me.post(HOLDS, { [step.by]: named(step.title, step.by), ...sentPlacement(step, now) }),
  edit: (me, step, now) => me.put(holdPath(named(step.title)), sentAddress(step, now)),
  remove: (me, { title, by }) => me.delete(holdPath(named(title, by))),
  release: (me, { title, by }) => me.delete(suspensionPath(named(title, by))),
  suspend: (me, { title, suspension }) => me.post(suspensionPath(named(title)), sentSuspension(suspension)),
  'change suspension': (me, { title, suspension }) =>
    me.put(suspensionPath(named(title)), sentSuspension(suspension)),
  'suspend all': (me, { suspension, includeReady }) =>
    me.post(`${HOLDS}/suspension`, { ...sentSuspension(suspension), includeReady }),
  'release all': (me) => me.delete(`${HOLDS}/suspension`),
  'choose pace': (me, { readyAtMost }) =>
    readyAtMost === null ? me.delete(`${HOLDS}/pace`) : me.put(`${HOLDS}/pace`, { readyAtMost }),
  watch: (me, { title, email, insteadOfHold }) =>
    me.post(WATCHES, {
      reserveId: named(title),
      ...(email !== 'none' && { emailAddress: email }),
      ...(insteadOfHold && { insteadOfHold }),
    }),
  unwatch: (me, { title, by }) => me.delete(`${WATCHES}/${named(title, by)}`),
  borrow: (me, { title, format }) =>
    me.post(CHECKOUTS, { reserveId: named(title), ...(format !== null && { formatType: format }) }),
  return: (me, { title, by }) => me.delete(checkoutPath(named(title, by))),
  'find hold': (me, { title, by }) => me.get(holdPath(named(title, by))),
  'find loan': (me, { title, by }) => me.get(checkoutPath(named(title, by))),
  'list holds': (me) => me.get(HOLDS),
  'list loans': (me) => me.get(CHECKOUTS),
  'list watches': (me) => me.get(WATCHES),
  profile: (me) => me.get(ME),
  prefer: (me, { formatClass, days }) => me.put(ME, { formatClass, lendingPeriodDays: days }),
  availability: async (me, { title }) => {
    const { collectionToken } = (await me.get(ME)).body as { collectionToken: string };
    return me.get(`/v1/collections/${collectionToken}/products/${named(title)}/availability`);
  },
};

function sentAddress(
  { email, ignoreEmail, lastDay, alternativeTo }: Extract<Step, { kind: 'place' | 'edit' }>,
  now: Date,
): Values {
  return {
    ...(email !== 'none' && { emailAddress: email }),
    ...(ignoreEmail !== null && { ignoreHoldEmail: ignoreEmail }),
    ...(lastDay !== undefined && { notNeededAfter: lastDay === null ? null : dayIn(now, lastDay) }),
    ...(alternativeTo !== undefined && {
      alternativeTo: alternativeTo === null ? null : named(alternativeTo),
    }),
  };
}

const dayIn = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY * 3_600_000).toISOString().slice(0, 10);

function sentPlacement(step: Extract<Step, { kind: 'place' }>, now: Date): Values {
  return { ...(step.suspension !== null && sentSuspension(step.suspension)), ...sentAddress(step, now) };
}

function sentSuspension({ type, days, email }: SentSuspension): Values {
  return {
    suspensionType: type,
    ...(days !== null && { numberOfDays: days }),
    ...(email !== 'none' && { emailAddress: email }),
  };
}
