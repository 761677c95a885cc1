import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { CurrentMailTransport } from '../../../src/notifications/sending/current-mail-transport.js';
import type { Mail } from '../../../src/notifications/sending/mail.js';
import { createMailTransport, MailDelayed } from '../../../src/notifications/sending/mail-transport.js';
import { type Config, readConfig } from '../../../src/platform/settings/config.js';
import { LiveSettings } from '../../../src/platform/settings/live-settings.js';
import { eventually } from '../../support/clock.js';
import { MailServer } from '../../support/mail-server.js';

const MAIL: Mail = {
  sender: { address: 'library@example.org', name: null, replyTo: null, bouncesTo: null },
  to: 'ada@example.org',
  messageId: 'one@example.org',
  subject: 'Ready to borrow',
  text: 'Ready',
  html: '<p>Ready</p>',
  language: 'en',
};

describe('a password', () => {
  const PASSWORD = 'canary-of-the-mail-server';

  /** What a mail server has seen. */
  interface Seen {
    readonly passwords: string[];
    /** For each mail, whether it came over TLS. */
    readonly mails: boolean[];
    /** All that came over the wire, before the encryption or without it. */
    wire: string;
  }

  let server: SMTPServer;
  let port: number;
  let seen: Seen;

  async function startMailServer(options: SMTPServerOptions): Promise<void> {
    seen = { passwords: [], mails: [], wire: '' };
    server = new SMTPServer({
      disableReverseLookup: true,
      closeTimeout: 1,
      authOptional: true,
      onAuth: ({ username, password }, _, answer) => {
        seen.passwords.push(password ?? '');
        answer(null, { user: username });
      },
      onData: (stream, { secure }, answer) => {
        seen.mails.push(secure);
        stream.on('end', () => answer(null)).resume();
      },
      ...options,
    });
    const sockets = (server as unknown as { server: Server }).server;
    sockets.prependListener('connection', (socket) =>
      socket.on('data', (bytes: Buffer) => (seen.wire += bytes.toString('latin1'))),
    );
    server.listen(0, '0.0.0.0');
    await once(sockets, 'listening');
    ({ port } = sockets.address() as AddressInfo);
  }

  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

  /** 0.0.0.0 is this machine, too, but nothing in its name says so. */
  async function send(
    host: string,
    query = '',
    { user = `library:${PASSWORD}@` } = {},
  ): Promise<Error | undefined> {
    const smtpUrl = `smtp://${user}${host}:${port}/${query}`;
    const config = { smtpUrl, mailFolder: '', mailConcurrency: 1 };
    const transport = createMailTransport(config as Config);
    try {
      await transport.deliver(MAIL, AbortSignal.timeout(30_000));
      return undefined;
    } catch (error) {
      return error as Error;
    } finally {
      transport.close();
    }
  }

  const WITHOUT_STARTTLS = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };

  test.each(['', '?requireTLS=false', '?ignoreTLS=true', '?opportunisticTLS=true'])(
    'goes to no other machine without STARTTLS, nor does the mail: smtp:// with "%s"',
    async (query) => {
      await startMailServer(WITHOUT_STARTTLS);
      const failure = await send('0.0.0.0', query);
      expect(failure?.message).toBe(
        'The connection to the mail server could not be encrypted (it must offer STARTTLS with a valid certificate, or smtps://), so nothing was sent.',
      );
      expect(seen).toMatchObject({ passwords: [], mails: [] });
      for (const text of [
        PASSWORD,
        Buffer.from(PASSWORD).toString('base64').slice(0, 20),
        'AUTH',
        'MAIL FROM',
      ])
        expect(seen.wire).not.toContain(text);
    },
  );

  test.each([
    ['stays here, too', '0.0.0.0', '', []],
    ['stays here, whatever else its address says', '0.0.0.0', '?ignoreTLS=true', []],
    ['goes there where its address allows it', '0.0.0.0', '?requireTLS=false', [false]],
    ['may go to this machine as it is', '127.0.0.1', '', [false]],
  ])('and a mail for a server without STARTTLS that wants none %s', async (_, host, query, mails) => {
    await startMailServer(WITHOUT_STARTTLS);
    const failure = await send(host, query, { user: '' });
    expect([failure?.name, seen.mails]).toEqual([mails.length === 0 ? 'MailNotEncrypted' : undefined, mails]);
  });

  test('is sent with STARTTLS only when it is encrypted, and the mail after it', async () => {
    await startMailServer({});
    // Its certificate is one of its own.
    expect(await send('0.0.0.0', '?tls.rejectUnauthorized=false')).toBeUndefined();
    expect(seen).toMatchObject({ passwords: [PASSWORD], mails: [true] });
    expect(seen.wire).not.toContain('AUTH');
  });

  test('is not sent after a certificate that nobody vouches for', async () => {
    await startMailServer({});
    expect(await send('0.0.0.0')).toBeInstanceOf(MailDelayed);
    expect(seen).toMatchObject({ passwords: [], mails: [] });
  });

  test.each(['127.0.0.1', 'localhost'])('may go to this machine (%s) as it is', async (host) => {
    await startMailServer(WITHOUT_STARTTLS);
    expect(await send(host)).toBeUndefined();
    expect(seen).toMatchObject({ passwords: [PASSWORD], mails: [false] });
  });
});

test('mails that are on their way, or wait for a connection, still reach a server that was replaced', async () => {
  const [old, next] = [await MailServer.start(), await MailServer.start()];
  const config = { ...readConfig({ SMTP_URL: old.url }), mailConcurrency: 1 };
  const settings = new LiveSettings(config);
  const transport = new CurrentMailTransport(settings, config);
  const deliver = (name: string): Promise<void> =>
    transport.deliver({ ...MAIL, to: `${name}@example.org` }, new AbortController().signal);
  const answers: (() => void)[] = [];
  old.beforeAnswer = () => new Promise((resolve) => answers.push(resolve));
  try {
    const underWay = [deliver('first'), deliver('second')];
    await eventually(() => expect(answers).toHaveLength(1));
    settings.change({ smtpUrl: next.url });
    await deliver('third');
    answers[0]?.();
    await eventually(() => expect(answers).toHaveLength(2));
    answers[1]?.();
    await Promise.all(underWay);
    expect(old.accepted.map(({ recipients }) => recipients[0])).toEqual([
      'first@example.org',
      'second@example.org',
    ]);
    expect(next.accepted.map(({ recipients }) => recipients[0])).toEqual(['third@example.org']);
  } finally {
    for (const answer of answers) answer();
    transport.close();
    await Promise.all([old.stop(), next.stop()]);
  }
});
