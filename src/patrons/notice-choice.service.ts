import { Injectable } from '@nestjs/common';
import { Refusal, refusedField } from '../domain/errors.js';
import type { PatronKey } from '../domain/patron.js';
import { Database } from '../platform/database/database.js';
import {
  findNoticeChoice,
  forgetNoticeChoice,
  type NoticeChoice,
  type OwnNoticeChoice,
  writeNoticeChoice,
} from './notice-choice.store.js';

/** How a patron's notices come (contract: #choose-how-notices-come). */
@Injectable()
export class NoticeChoiceService {
  constructor(private readonly database: Database) {}

  /** @throws Refusal `Unauthorized` when the patron has just been deleted */
  async find(patron: PatronKey): Promise<NoticeChoice> {
    const choice = await findNoticeChoice(this.database, patron);
    if (choice === undefined)
      throw new Refusal('Unauthorized', 'The patron of this token is no longer known.');
    return choice;
  }

  /**
   * Nothing is written for a patron who was just deleted.
   * @throws Refusal `InvalidFieldValue` if the patron can get no text messages
   */
  async choose(patron: PatronKey, choice: OwnNoticeChoice): Promise<void> {
    if (choice.by !== undefined && choice.by !== 'mail') await this.requireTexts(patron);
    await writeNoticeChoice(this.database, patron, choice);
  }

  private async requireTexts(patron: PatronKey): Promise<void> {
    const { texts, phone } = await this.find(patron);
    if (texts === null) throw refusedField('by', 'must be mail: the library sends no text messages.');
    if (texts === 'phone' && phone === null)
      throw refusedField('by', 'must be mail until a telephone number is confirmed.');
  }

  /** As without a choice. */
  async reset(patron: PatronKey): Promise<void> {
    await forgetNoticeChoice(this.database, patron);
  }
}
