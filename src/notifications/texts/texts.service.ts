import { Injectable } from '@nestjs/common';
import type { DueNotice, NoticeLibrary, TextsOfPatron } from '../notice-types/notice-content.store.js';
import { messageIdOf } from '../notice-types/notice.js';
import { composeText } from './notice.text.js';
import { TextGateway } from './text-gateway.js';

/** Sends notices as text messages. */
@Injectable()
export class TextsService {
  constructor(private readonly gateway: TextGateway) {}

  /**
   * @param notices of one patron; not empty
   * @param id that of the message, if the notices were several; they may be one now
   * @throws TextRefused if trying again is useless; otherwise another error
   */
  async send(
    notices: readonly DueNotice[],
    { gateway, patronId, phone }: TextsOfPatron,
    library: NoticeLibrary,
    id: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const [{ notice }] = notices as readonly [DueNotice];
    const to = phone === null ? { patronId } : { to: phone };
    const message = { ...composeText(notices, library), ...to };
    await this.gateway.post(gateway, id ?? messageIdOf(notice), message, signal);
  }
}
