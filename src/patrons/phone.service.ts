import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hashPin, verifyPin } from '../access/sign-in/pin.js';
import { Refusal, refusedField } from '../domain/errors.js';
import type { PatronKey } from '../domain/patron.js';
import { TextCodes } from '../notifications/texts/text-codes.service.js';
import { TextRefused } from '../notifications/texts/text-gateway.js';
import { readServiceTime } from '../platform/database/clock.store.js';
import { Database } from '../platform/database/database.js';
import { findNoticeChoice } from './notice-choice.store.js';
import * as store from './phone.store.js';

const CODE_DIGITS = 6;

/** The telephone number of a patron (contract: #text-messages). It is told nothing but the code until it is confirmed. */
@Injectable()
export class PhoneService {
  constructor(
    private readonly database: Database,
    private readonly codes: TextCodes,
  ) {}

  /**
   * Sends a code to the number. One that was sent before stays valid until this one has left.
   * @throws Refusal `InvalidFieldValue` if the library needs no number, if the gateway refuses it, or after too many codes; `ServiceUnavailable`
   */
  async sendCode(patron: PatronKey, phone: string): Promise<void> {
    const choice = await findNoticeChoice(this.database, patron);
    if (choice?.texts !== 'phone')
      throw refusedField(
        'phone',
        'is not needed: the library sends no text messages to numbers that are given here.',
      );
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
    const now = await readServiceTime(this.database);
    if (!(await store.countCode(this.database, patron, now)))
      throw refusedField('phone', `can get no more codes today: ${store.MAX_CODES_A_DAY} were sent.`);
    try {
      await this.codes.send(patron, phone, code);
    } catch (error) {
      if (error instanceof TextRefused)
        throw refusedField('phone', 'is not a number to which the library can send text messages.');
      throw new Refusal('ServiceUnavailable', 'The code could not be sent now: try again shortly.');
    }
    await store.startCode(this.database, patron, { phone, codeHash: await hashPin(code) }, now);
  }

  /** @throws Refusal `InvalidFieldValue` if it is not the code, or no longer */
  async confirm(patron: PatronKey, code: string): Promise<void> {
    const pending = await store.countTry(this.database, patron);
    const isRight = pending !== undefined && (await verifyPin(code, pending.codeHash));
    const isConfirmed =
      isRight &&
      (await this.database.transaction((connection) => store.confirmPhone(connection, patron, pending)));
    if (!isConfirmed)
      throw refusedField(
        'code',
        'is not the one that was sent last, or it is no longer valid: ask for another.',
      );
  }

  /** The patron gets no text messages any more. */
  async remove(patron: PatronKey): Promise<void> {
    await this.database.transaction((connection) => store.removePhone(connection, patron));
  }
}
