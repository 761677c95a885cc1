import { Inject, Injectable } from '@nestjs/common';
import { textSecretOwner } from '../../domain/texts.js';
import { isAccepted, type SignedOutbound, SignedSender } from '../../platform/outbound/signed-sender.js';
import { SecretSeal } from '../../platform/secret-seal.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import type { NoticeType } from '../notice-types/notice-types.js';
import type { GatewayOfLibrary } from './text-gateway.store.js';

/** A text message as the gateway gets it. */
export interface TextMessage {
  /** What it tells; `code`: it has the code that confirms a number; `several`: it tells of several titles. */
  readonly type: NoticeType | 'code' | 'several';
  /** The text's language tag. */
  readonly language: string;
  readonly text: string;
  /** The number (E.164), where the service knows it. */
  readonly to?: string;
  /** The patron's number in the service, where the gateway knows the telephone numbers. */
  readonly patronId?: number;
}

/** The gateway will never take the message (400 to 499, except 408 and 429). */
export class TextRefused extends Error {
  constructor(readonly status: number) {
    super(`The gateway refused the text message with ${status}.`);
    this.name = 'TextRefused';
  }
}

/** The gateway did not take the message this time. Its answer is left out: it may repeat the number, and the reason of a failure is stored. */
export class TextDelayed extends Error {
  constructor(readonly code: string) {
    super(`The text message could not be passed on now (${code}).`);
    this.name = 'TextDelayed';
  }
}

/** Request Timeout and Too Many Requests: another time it may be accepted. */
const PASSING = [408, 429];

/** Posts text messages to the gateways of libraries, signed as webhooks are. */
@Injectable()
export class TextGateway {
  private readonly to: SignedOutbound;

  constructor(seal: SecretSeal, @Inject(CONFIG) { outbound, outboundProxy }: Config) {
    this.to = { seal, policy: outbound, proxy: outboundProxy };
  }

  /**
   * @param id the same for all attempts at one message
   * @throws TextRefused if trying again is useless; otherwise TextDelayed
   */
  async post(
    { websiteId, url, secret }: GatewayOfLibrary,
    id: string,
    message: TextMessage,
    signal: AbortSignal,
  ): Promise<void> {
    const target = { websiteId, url, secretOwner: textSecretOwner(websiteId), secrets: [secret] };
    const sender = new SignedSender(target, this.to, 'Holdfast-Texts');
    try {
      const answer = await sender.send({ id, body: JSON.stringify(message) }, signal);
      const { status } = answer;
      if (isAccepted(answer)) return;
      if (status !== null && status >= 400 && status < 500 && !PASSING.includes(status))
        throw new TextRefused(status);
      throw new TextDelayed(String(status ?? 'no answer'));
    } finally {
      sender.close();
    }
  }
}
