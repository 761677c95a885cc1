import { Injectable } from '@nestjs/common';
import { Refusal, refusal } from '../../domain/errors.js';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { settlesWithin } from '../../platform/settles-within.js';
import { isAskable, isLikeACard, isPlain } from './askable.js';
import { IlsLog } from './ils-log.js';
import { type IlsAnswer, type IlsPatron, readIlsAnswer } from './ils-patron.js';
import { NotAdmitted, noSuchCategory, notAdmitted, otherNumber } from './not-admitted.js';
import { IlsPatrons } from './ils-patrons.js';
import { findSystem, hasCategory, type LibrarySystem } from './ils.store.js';
import { recordRefusedSignIn } from './refused-sign-ins.store.js';
import { IlsWays } from './ils-ways.js';
import { IlsPutOff, type IlsTurn, IlsTurns } from './ils-turns.js';
import { SipConnectionLost } from './sip2-connection.js';
import { SipNotUnderstood } from './sip2-message.js';
import { type AskedCard, askForPatron } from './sip2-walk.js';

const STAFF_WAIT_MS = 2_000;
/** The sender of all questions of a library's staff. */
const STAFF = 'staff';

interface IlsQuestion extends IlsTurn {
  readonly card: AskedCard;
}

interface TypedCard {
  readonly cardNumber: string;
  readonly pin: string;
  readonly addressRange: string;
}

/** Signs patrons in by the system of their library (decision 10). */
@Injectable()
export class IlsService {
  private readonly log = new IlsLog();
  private readonly turns = new IlsTurns();

  constructor(
    private readonly database: Database,
    private readonly patrons: IlsPatrons,
    private readonly metrics: Metrics,
    private readonly ways: IlsWays,
  ) {}

  /** Undefined: the service itself knows the library's cards and PINs. */
  find(websiteId: number): Promise<LibrarySystem | undefined> {
    return findSystem(this.database, websiteId);
  }

  /**
   * The patron with this card and PIN; undefined for an unknown card and for a wrong PIN. Nothing is sent that the system could misread, or
   * take to mean that the patron has no PIN.
   * @throws Refusal `LibraryUnavailable`, `PatronCategoryUnknown`
   */
  async signIn(
    { websiteId, ils, pinRequired }: LibrarySystem,
    { cardNumber, pin, addressRange }: TypedCard,
  ): Promise<number | undefined> {
    const card = { cardNumber, pin: pinRequired ? pin : null };
    const question = { websiteId, ils, sender: addressRange, card };
    const patronId = isAskable(card, ils) ? await this.countingRefusals(question) : undefined;
    this.metrics.ilsSignIns.inc({ outcome: patronId === undefined ? 'refused' : 'success' });
    return patronId;
  }

  /** Records the refusals for the console: the library has to set something up. */
  private async countingRefusals(question: IlsQuestion): Promise<number | undefined> {
    try {
      return await this.provisioned(question);
    } catch (error) {
      if (error instanceof NotAdmitted)
        await recordRefusedSignIn(this.database, question.websiteId, error.because);
      throw error;
    }
  }

  /**
   * Finds a patron by card alone, for staff. They do not wait for a slow system: their next search finds its late answer. Undefined if the
   * library has no system of its own, or if that does not know the card.
   * @throws Refusal `LibraryUnavailable`, `PatronCategoryUnknown`
   */
  async findByCard(websiteId: number, cardNumber: string): Promise<number | undefined> {
    const system = await this.find(websiteId);
    return system && this.findInSystem(system, cardNumber);
  }

  /** The same for a text that may be something else, such as a part of a title: the system is asked only if it looks like a card. */
  async findByLikelyCard(websiteId: number, text: string): Promise<number | undefined> {
    const system = await this.find(websiteId);
    if (system === undefined || (system.ils.cardPattern === null && !isLikeACard(text))) return undefined;
    return this.findInSystem(system, text);
  }

  private async findInSystem(
    { websiteId, ils }: LibrarySystem,
    cardNumber: string,
  ): Promise<number | undefined> {
    const card = { cardNumber, pin: null };
    if (!isAskable(card, ils)) return undefined;
    const patronId = this.provisioned({ websiteId, ils, sender: STAFF, card });
    if (await settlesWithin(STAFF_WAIT_MS, patronId)) return patronId;
    patronId.catch(() => undefined);
    throw refusal('LibraryUnavailable');
  }

  private async provisioned(question: IlsQuestion): Promise<number | undefined> {
    const patron = await this.patronOf(question);
    return patron && this.provision(question.websiteId, patron);
  }

  private async patronOf(question: IlsQuestion): Promise<IlsPatron | undefined> {
    const answer = await this.answerTo(question).catch((error: unknown) => {
      throw this.unavailable(question.websiteId, error);
    });
    if ('patron' in answer) return answer.patron;
    if (answer.refused === 'no-category' || answer.refused === 'other-library')
      throw this.notAdmitted(question.websiteId, notAdmitted(answer));
    if (answer.refused === 'pin-not-checked')
      this.log.warn(question.websiteId, 'CQ is missing', 'The system of a library does not check PINs.');
    return undefined;
  }

  private async answerTo(question: IlsQuestion): Promise<IlsAnswer> {
    const { ils, card } = question;
    const answer = await this.turns.run(question, async (onSent) => {
      const way = await this.ways.to(question);
      return askForPatron({ ...way, onSent }, card).catch((error: unknown) => {
        const isOfText = error instanceof SipNotUnderstood || error instanceof SipConnectionLost;
        if (isOfText && !isPlain(card)) return undefined;
        throw error;
      });
    });
    return answer === undefined ? { refused: 'unknown-card' } : readIlsAnswer(answer, ils, card.pin !== null);
  }

  /** None of these messages contains a card or a PIN. */
  private unavailable(websiteId: number, error: unknown): Refusal {
    if (!(error instanceof IlsPutOff))
      this.log.warn(
        websiteId,
        error instanceof Error ? error.message : '',
        'The system of a library cannot be asked.',
      );
    this.metrics.ilsSignIns.inc({ outcome: 'unavailable' });
    return refusal('LibraryUnavailable');
  }

  private async provision(websiteId: number, patron: IlsPatron): Promise<number> {
    const patronId = await this.patrons.provision(websiteId, patron);
    if (patronId !== undefined) return patronId;
    const isCategory = await hasCategory(this.database, websiteId, patron.category);
    throw this.notAdmitted(websiteId, isCategory ? otherNumber() : noSuchCategory(patron.category));
  }

  private notAdmitted(websiteId: number, refused: NotAdmitted): NotAdmitted {
    this.log.warn(websiteId, refused.because, 'The library admits no such patron.');
    this.metrics.ilsSignIns.inc({ outcome: 'no-category' });
    return refused;
  }
}
