import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../../platform/settings/config.js';
import { makeFolder } from '../../platform/make-folder.js';
import { isLoopback } from '../../platform/loopback.js';
import type { Mail } from './mail.js';
import { asEncodedWords } from './encoded-words.js';

/** Delivers mails to a mail server, or to files in a folder. A class, so that Nest can inject it. */
export abstract class MailTransport {
  /**
   * @param signal gives up on the mail when it aborts
   * @throws MailRefused if trying again is useless; otherwise another error
   */
  abstract deliver(mail: Mail, signal: AbortSignal): Promise<void>;
  abstract close(): void;
}

/** The mail server has permanently refused the mail (a 5xx answer to the recipient or to the message). */
export class MailRefused extends Error {
  constructor(readonly smtpCode: number) {
    super(`The mail server refused the mail with ${smtpCode}.`);
    this.name = 'MailRefused';
  }
}

/**
 * The mail server did not accept the mail this time. Its message is left out: the reason of a failure is stored with its job, and servers like to
 * repeat the address.
 */
export class MailDelayed extends Error {
  /** The driver's, such as ETIMEDOUT, or the server's, such as 451. */
  readonly code: string;

  constructor(code: string | number, message = `The mail could not be delivered now (${code}).`) {
    super(message);
    this.name = 'MailDelayed';
    this.code = String(code);
  }
}

export const NOT_ENCRYPTED =
  'The connection to the mail server could not be encrypted (it must offer STARTTLS with a valid certificate, or smtps://), so nothing was sent.';

/** The connection is not encrypted, so neither the password nor the mail was sent. */
export class MailNotEncrypted extends MailDelayed {
  constructor() {
    super('ETLS', NOT_ENCRYPTED);
    this.name = 'MailNotEncrypted';
  }
}

export function createMailTransport(config: Config): MailTransport {
  const { smtpUrl, mailFolder, mailConcurrency } = config;
  if (smtpUrl === undefined) return filesIn(mailFolder);
  return mailServer(encrypted(smtpUrl), mailConcurrency);
}

/** A server that hangs must not hold a worker for long: the mail is retried anyway. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** For a server that keeps answering and never finishes. */
const MAX_DELIVERY_MS = 60_000;

function mailServer(url: string, maxConnections: number): MailTransport {
  const transport = createTransport({ url, pool: true, maxConnections, ...TIMEOUTS });
  transport.use('stream', ({ data, message }, done) => {
    // The recipient is exactly the stored address; nodemailer would rewrite its domain.
    message.getEnvelope = () => data.envelope as ReturnType<typeof message.getEnvelope>;
    done();
  });
  return {
    deliver: async (mail, signal) => {
      const given = AbortSignal.any([signal, AbortSignal.timeout(MAX_DELIVERY_MS)]);
      try {
        await transport.sendMail({ ...messageOf(mail), signal: given });
      } catch (error) {
        throw failureOf(error);
      }
    },
    close: () => {
      transport.close();
    },
  };
}

/**
 * Requires encryption, because mails say who reads what. Parameters of the URL, which take precedence, cannot change that, except for
 * `requireTLS=false` without a password.
 */
function encrypted(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  if (url.protocol === 'smtps:' || isLoopback(url.hostname)) return smtpUrl;
  if (url.searchParams.get('requireTLS') === 'false' && url.password === '') return smtpUrl;
  for (const name of ['ignoreTLS', 'opportunisticTLS', 'secure']) url.searchParams.delete(name);
  url.searchParams.set('requireTLS', 'true');
  return url.href;
}

function filesIn(folder: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    deliver: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail));
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${mail.messageId.split('@')[0] ?? ''}.eml`;
      await makeFolder(folder);
      // A file gets its final name when it is complete: no reader of the folder sees half a mail.
      await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 });
      await rename(join(folder, `.${name}`), join(folder, name));
    },
    close: () => undefined,
  };
}

/** Addresses are passed as objects: nodemailer reads a text as a list of addresses. */
function messageOf(mail: Mail): object {
  const encoded = asEncodedWords(mail.subject);
  const { name, address, replyTo, bouncesTo } = mail.sender;
  return {
    from: { name: name ?? '', address },
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    to: { name: '', address: mail.to },
    envelope: { from: bouncesTo ?? address, to: [mail.to] },
    messageId: `<${mail.messageId}>`,
    text: mail.text,
    html: mail.html,
    headers: {
      Subject: encoded === undefined ? mail.subject : { prepared: true, value: encoded },
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.language,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A 5xx about this mail is permanent. One about the service (authentication, TLS) passes when the operator has corrected it. */
function failureOf(error: unknown): Error {
  if (!(error instanceof Error)) return new MailDelayed('unknown');
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isAboutTheMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (code === 'ETLS') return new MailNotEncrypted();
  if (typeof responseCode !== 'number') return new MailDelayed(typeof code === 'string' ? code : error.name);
  return isAboutTheMail && responseCode >= 500
    ? new MailRefused(responseCode)
    : new MailDelayed(responseCode);
}
