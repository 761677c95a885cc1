import { Injectable, Logger } from '@nestjs/common';
import { Refusal, refusal } from '../../domain/errors.js';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { settlesWithin } from '../../platform/settles-within.js';
import type { IlsSettings } from '../../platform/settings/ils-settings.js';
import { LibrarySettings } from '../../platform/settings/library-settings.js';
import { fitsCardPattern } from './card-pattern.js';
import { type IlsAnswer, type IlsPatron, readIlsAnswer } from './ils-patron.js';
import { NotAdmitted, noSuchCategory, notAdmitted, otherNumber } from './not-admitted.js';
import { IlsPatrons } from './ils-patrons.js';
import { hasCategory, isPinRequired } from './ils.store.js';
import { recordRefusedSignIn } from './refused-sign-ins.store.js';
import { IlsWays } from './ils-ways.js';
import { IlsPutOff, IlsTurns } from './ils-turns.js';
import { SipConnectionLost } from './sip2-connection.js';
import { isSendable, SipNotUnderstood } from './sip2-message.js';
import { type AskedCard, askForPatron } from './sip2-walk.js';

const STAFF_WAIT_MS = 2_000;

interface IlsQuestion {
  readonly websiteId: number;
  readonly ils: IlsSettings;
  readonly card: AskedCard;
}

/** Signs patrons in by the system of their library (decision 10). */
@Injectable()
export class IlsService {
  private readonly logger = new Logger('LibrarySystem');
  private readonly turns = new IlsTurns();

  constructor(
    private readonly database: Database,
    private readonly libraries: LibrarySettings,
    private readonly patrons: IlsPatrons,
    private readonly metrics: Metrics,
    private readonly ways: IlsWays,
  ) {}

  /** Undefined: the service itself knows the library's cards and PINs. */
  find(websiteId: number): Promise<IlsSettings | undefined> {
    return this.libraries.findIls(websiteId);
  }

  /**
   * The patron whose card and PIN these are; undefined for a card that is unknown, and for a wrong PIN. What the system could misread, or
   * takes for the PIN of somebody who has none, is not sent.
   * @throws Refusal `LibraryUnavailable`, `PatronCategoryUnknown`
   */
  async signIn(
    websiteId: number,
    ils: IlsSettings,
    { cardNumber, pin }: { readonly cardNumber: string; readonly pin: string },
  ): Promise<number | undefined> {
    const sentPin = (await isPinRequired(this.database, websiteId)) ? pin : null;
    const isAskable = sentPin !== '' && isCard(cardNumber, ils) && isSendable(sentPin ?? '', ils.charset);
    const question = { websiteId, ils, card: { cardNumber, pin: sentPin } };
    const patronId = isAskable ? await this.countingRefusals(question) : undefined;
    this.metrics.ilsSignIns.inc({ outcome: patronId === undefined ? 'refused' : 'success' });
    return patronId;
  }

  /** For the console: the library has to set something up. */
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
   * The patron with a card, without a PIN: for staff, who do not wait for a slow system: what it answers later, the next search finds.
   * Undefined if the library has no system of its own, or that does not know the card.
   * @throws Refusal `LibraryUnavailable`, `PatronCategoryUnknown`
   */
  async findByCard(websiteId: number, cardNumber: string): Promise<number | undefined> {
    const ils = await this.find(websiteId);
    if (ils === undefined || cardNumber === '' || !isCard(cardNumber, ils)) return undefined;
    const patronId = this.provisioned({ websiteId, ils, card: { cardNumber, pin: null } });
    if (await settlesWithin(STAFF_WAIT_MS, patronId)) return patronId;
    patronId.catch(() => undefined);
    throw refusal('LibraryUnavailable');
  }

  /** The same for what may be something else, such as a part of a title: asked is only what looks like a card. */
  async findByLikelyCard(websiteId: number, text: string): Promise<number | undefined> {
    const ils = await this.find(websiteId);
    return ils?.cardPattern === null && !isLikeACard(text) ? undefined : this.findByCard(websiteId, text);
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
      this.logger.warn(
        { websiteId: question.websiteId },
        'The system of a library does not say whether a PIN is right.',
      );
    return undefined;
  }

  private async answerTo(question: IlsQuestion): Promise<IlsAnswer> {
    const { websiteId, ils, card } = question;
    const answer = await this.turns.run(websiteId, async () => {
      const way = await this.ways.to(question);
      return askForPatron(way, card).catch((error: unknown) => {
        const isOfText = error instanceof SipNotUnderstood || error instanceof SipConnectionLost;
        if (isOfText && !isPlain(card)) return undefined;
        throw error;
      });
    });
    return answer === undefined ? { refused: 'unknown-card' } : readIlsAnswer(answer, ils, card.pin !== null);
  }

  /** No message of these has a card or a PIN in it. */
  private unavailable(websiteId: number, error: unknown): Refusal {
    if (!(error instanceof IlsPutOff))
      this.logger.warn({ websiteId, err: error }, 'The system of a library cannot be asked.');
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
    this.logger.warn({ websiteId, because: refused.because }, 'The library admits no such patron.');
    this.metrics.ilsSignIns.inc({ outcome: 'no-category' });
    return refused;
  }
}

/** Whether the system is asked about what was typed. */
function isCard(cardNumber: string, { cardPattern, charset }: IlsSettings): boolean {
  return (
    isSendable(cardNumber, charset) && (cardPattern === null || fitsCardPattern(cardPattern, cardNumber))
  );
}

/** Of a library that does not say what its cards look like. */
function isLikeACard(text: string): boolean {
  return /\d/.test(text) && !/[\s@]/.test(text);
}

const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Some systems understand no message with a character that they do not know, and some break at it: nobody is to stop a library's sign-ins by
 * sending some.
 */
function isPlain({ cardNumber, pin }: AskedCard): boolean {
  return PLAIN.test(`${cardNumber}${pin ?? ''}`);
}
