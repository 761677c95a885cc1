import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../platform/config.js';
import type { Mail } from './ready-notice.mail.js';

/** Takes mails to where they go: a mail server, or files in a folder. */
export interface Postman {
  /** @throws MailRefused when trying again is useless, anything else when it is not */
  deliver(mail: Mail): Promise<void>;
  close(): void;
}

/** The mail server has refused the mail for good (a 5xx answer to the recipient or to the message). */
export class MailRefused extends Error {
  constructor(readonly smtpCode: number) {
    super(`The mail server refused the mail with ${smtpCode}.`);
    this.name = 'MailRefused';
  }
}

export function hirePostman({ smtpUrl, mailFrom, mailFolder }: Config): Postman {
  return smtpUrl === undefined ? filesIn(mailFolder, mailFrom) : mailServer(smtpUrl, mailFrom);
}

/** A server that hangs must not hold a worker for long: the retry comes anyway. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

function mailServer(url: string, from: string): Postman {
  const transport = createTransport({ url, pool: true, maxConnections: 3, ...TIMEOUTS });
  return {
    deliver: async (mail) => {
      try {
        await transport.sendMail(messageOf(mail, from));
      } catch (error) {
        throw refusedForGood(error) ?? error;
      }
    },
    close: () => {
      transport.close();
    },
  };
}

function filesIn(folder: string, from: string): Postman {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    deliver: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, from));
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${mail.messageId.split('@')[0] ?? ''}.eml`;
      await mkdir(folder, { recursive: true });
      // Under its name only when it is whole: a reader of the folder never sees half a mail.
      await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 });
      await rename(join(folder, `.${name}`), join(folder, name));
    },
    close: () => undefined,
  };
}

/** The address goes as an object: as text it would be read as a list of addresses. */
function messageOf(mail: Mail, from: string): object {
  return {
    from,
    to: { name: '', address: mail.to },
    envelope: { from, to: [mail.to] },
    messageId: `<${mail.messageId}>`,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A 5xx about this mail. One about us (signing in, TLS) passes when the operator has mended it: that is tried again. */
function refusedForGood(error: unknown): MailRefused | undefined {
  if (!(error instanceof Error) || !('responseCode' in error) || typeof error.responseCode !== 'number')
    return undefined;
  const isAboutTheMail = 'code' in error && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
  return isAboutTheMail && error.responseCode >= 500 ? new MailRefused(error.responseCode) : undefined;
}
