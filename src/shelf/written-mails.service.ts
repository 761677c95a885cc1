import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { readWrittenMails, type WrittenMail } from './written-mails.js';

@Injectable()
export class WrittenMailsService {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** The latest mails; none where a mail server gets them. */
  async latest(): Promise<WrittenMail[]> {
    const { smtpUrl, mailFolder } = this.config;
    return smtpUrl === undefined ? readWrittenMails(mailFolder) : [];
  }
}
