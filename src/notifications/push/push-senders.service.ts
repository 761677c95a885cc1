import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { LiveSettings } from '../../platform/settings/live-settings.js';
import type { NoticeLibrary } from '../notice-types/notice-content.store.js';
import type { PushKeyPair } from './push-key.store.js';
import { PushKeys } from './push-keys.service.js';

/** By whom push messages are sent. */
export interface PushSender {
  /** A `mailto:` or `https://` address, for the people of a push service. */
  readonly subject: string;
  readonly keys: PushKeyPair;
}

@Injectable()
export class PushSenders {
  constructor(
    private readonly keys: PushKeys,
    private readonly settings: LiveSettings,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws SecretUnreadable */
  async senderOf(library: NoticeLibrary): Promise<PushSender> {
    return { subject: this.subjectOf(library), keys: await this.keys.open() };
  }

  /** The service's address, or where that is none for others, the sender of the library's mails. */
  private subjectOf({ senderAddress }: NoticeLibrary): string {
    const { protocol, hostname, href } = new URL(this.config.publicUrl);
    return protocol === 'https:' && hostname !== 'localhost'
      ? href
      : `mailto:${senderAddress ?? this.settings.current.mailFrom}`;
  }
}
