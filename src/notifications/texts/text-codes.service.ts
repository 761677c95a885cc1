import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PatronKey } from '../../domain/patron.js';
import { Database } from '../../platform/database/database.js';
import { composeCode } from './code.text.js';
import { TextGateway } from './text-gateway.js';
import { findCodeContext } from './text-gateway.store.js';

/** Sends the codes that confirm telephone numbers. */
@Injectable()
export class TextCodes {
  constructor(
    private readonly database: Database,
    private readonly gateway: TextGateway,
  ) {}

  /**
   * Sends it at once: the patron waits for it, and asks for another if it does not come.
   * @throws TextRefused, TextDelayed
   */
  async send(patron: PatronKey, phone: string, code: string): Promise<void> {
    const context = await findCodeContext(this.database, patron);
    if (context === undefined) return;
    const message = composeCode(context, code, phone);
    await this.gateway.post(context, `code-${randomUUID()}`, message, new AbortController().signal);
  }
}
