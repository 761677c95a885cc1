import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { composeNotices } from '../composing/notice.mail.js';
import { withServiceLinks } from '../composing/service-links.js';
import type { DueNotice, NoticeLibrary } from '../notice-types/notice-content.store.js';
import { TextsService } from '../texts/texts.service.js';
import { inSpan } from '../../platform/observability/tracing.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { LiveSettings } from '../../platform/settings/live-settings.js';
import { MailTransport } from './mail-transport.js';
import { domainOf, type Mail, type Sender } from './mail.js';

/** The ways out: to the mail server, and to the gateways of libraries. */
@Injectable()
export class Channels implements OnApplicationShutdown {
  constructor(
    private readonly transport: MailTransport,
    private readonly texts: TextsService,
    private readonly settings: LiveSettings,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Sends notices to one patron in one message.
   * @param notices of one channel; not empty
   * @param id the first part of the Message-ID, or the id of the text message, if the notices are several
   * @throws MailRefused, TextRefused if trying again is useless; otherwise another error
   */
  async send(notices: readonly DueNotice[], id: string | undefined, signal: AbortSignal): Promise<void> {
    const [{ notice, content }] = notices as readonly [DueNotice];
    const { texts } = content;
    const library = withServiceLinks(content.library, notice.websiteId, this.config);
    if (notice.channel !== 'text')
      await this.deliver(composeNotices(notices, library, this.senderOf(library), id), signal);
    else if (texts !== null)
      await inSpan({ name: 'text', kind: 'mail' }, () =>
        this.texts.send(notices, texts, library, id, signal),
      );
  }

  /**
   * Sends a mail that is no notice, from the sender of a library.
   * @param messageId without the part after the @
   */
  async sendFrom(
    library: NoticeLibrary,
    { messageId, ...mail }: Omit<Mail, 'sender'>,
    signal: AbortSignal,
  ): Promise<void> {
    const sender = this.senderOf(library);
    await this.deliver({ ...mail, messageId: `${messageId}@${domainOf(sender.address)}`, sender }, signal);
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }

  private async deliver(mail: Mail, signal: AbortSignal): Promise<void> {
    await inSpan({ name: 'mail', kind: 'mail' }, () => this.transport.deliver(mail, signal));
  }

  /** The library's own sender, or the service's, perhaps with the library's name and its address for answers. */
  private senderOf({ senderAddress, senderName, replyTo }: NoticeLibrary): Sender {
    const { mailFrom, mailBouncesTo } = this.settings.current;
    const address = senderAddress ?? mailFrom;
    return { address, name: senderName, replyTo, bouncesTo: mailBouncesTo ?? null };
  }
}
