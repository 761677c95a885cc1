import { Inject, Injectable } from '@nestjs/common';
import type { JobHelpers } from 'graphile-worker';
import { MailPause } from '../../notifications/sending/mail-pause.js';
import { NotificationsService } from '../../notifications/notifications.service.js';
import { Database } from '../../platform/database/database.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { JobTask } from '../../platform/jobs/task.decorators.js';
import { type DisabledWebhook, findDisabled, WEBHOOK_DISABLED } from './deliveries.store.js';

/** The payload of the job that writes to one administrator. */
export interface WebhookDisabled {
  readonly webhookId: string;
  readonly staffId: string;
}

const WHY: Readonly<Record<string, string>> = {
  failing: 'For three days it accepted nothing.',
  gone: 'It answered 410 (Gone): it wants no more.',
};

/** Tells a library's administrators that a receiver no longer gets events. */
@Injectable()
export class DisabledWebhookMail {
  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationsService,
    private readonly mailPause: MailPause,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws when the mail server does not accept it now: the job is repeated */
  @JobTask(WEBHOOK_DISABLED, { sendsMail: true })
  async send({ webhookId, staffId }: WebhookDisabled, { abortSignal }: JobHelpers): Promise<void> {
    await this.mailPause.requireNone();
    const disabled = await findDisabled(this.database, webhookId, staffId);
    if (disabled === undefined) return;
    const { websiteId, emailAddress: to } = disabled;
    const page = `${this.config.publicUrl}/console/libraries/${websiteId}/webhooks`;
    const mail = {
      websiteId,
      to,
      messageId: `webhook-${webhookId}-${staffId}`,
      text: textOf(disabled, page),
    };
    await this.notifications.tellStaff(mail, abortSignal);
  }
}

function textOf({ url, disabledBecause }: DisabledWebhook, page: string) {
  const { host } = new URL(url);
  return (libraryName: string): { subject: string; text: string } => ({
    subject: `${libraryName}: the webhook to ${host} was disabled`.replace(/\s+/g, ' '),
    text: [
      `The receiver at ${host} is told of no more events of ${libraryName}. ${WHY[disabledBecause] ?? ''}`.trim(),
      `When it works again, enable it: ${page}`,
      'It then gets what it has missed, as far as events are kept: for 30 days.\n',
    ].join('\n\n'),
  });
}
