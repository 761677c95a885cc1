import type { Config } from '../../platform/settings/config.js';
import type { LiveSettings } from '../../platform/settings/live-settings.js';
import { createMailTransport, MailTransport } from './mail-transport.js';
import type { Mail } from './mail.js';

interface UsedTransport {
  readonly smtpUrl: string | undefined;
  readonly transport: MailTransport;
  inProgress: number;
}

/** Delivers to the mail server that the settings name now. A replaced transport is closed after its last delivery. */
export class CurrentMailTransport extends MailTransport {
  private used: UsedTransport;

  constructor(
    private readonly settings: LiveSettings,
    private readonly config: Config,
  ) {
    super();
    this.used = this.open();
    settings.onChange(() => this.replaceIfChanged());
  }

  async deliver(mail: Mail, signal: AbortSignal): Promise<void> {
    const { used } = this;
    used.inProgress++;
    try {
      await used.transport.deliver(mail, signal);
    } finally {
      used.inProgress--;
      this.closeIfReplaced(used);
    }
  }

  close(): void {
    this.used.transport.close();
  }

  private open(): UsedTransport {
    const { smtpUrl } = this.settings.current;
    return { smtpUrl, transport: createMailTransport({ ...this.config, smtpUrl }), inProgress: 0 };
  }

  private replaceIfChanged(): void {
    const { used } = this;
    if (this.settings.current.smtpUrl === used.smtpUrl) return;
    this.used = this.open();
    this.closeIfReplaced(used);
  }

  private closeIfReplaced(used: UsedTransport): void {
    if (used !== this.used && used.inProgress === 0) used.transport.close();
  }
}
