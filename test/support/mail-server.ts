import { once } from 'node:events';
import type { Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { freePort } from './free-port.js';

/** What the server does with a mail, or with a connection. */
export type MailOutcome =
  | 'accepted'
  /** It answers 4xx or 5xx: instead of the greeting, to RCPT TO, or at the end of the message. */
  | {
      readonly refused: 'connection' | 'recipient' | 'message';
      readonly code: number;
      readonly text?: string;
    }
  /** It reads the whole message, and cuts the connection instead of answering 250. */
  | 'dropped'
  /** It reads the whole message, and never answers. */
  | 'stalled'
  /** It accepts the connection, and never sends a greeting. */
  | 'not greeted';

/** One message that the client sent to its end, whatever the server answered. */
export interface ReceivedMail {
  /** As MAIL FROM named it. */
  readonly sender: string;
  /** As RCPT TO named them. */
  readonly recipients: readonly string[];
  readonly outcome: MailOutcome;
  readonly raw: string;
  readonly parsed: Email;
}

/** A mail server that accepts all mail, unless a test says otherwise, and keeps everything that it receives. */
export class MailServer {
  /** Every complete message, in the order of arrival. */
  readonly received: ReceivedMail[] = [];
  /** What each RCPT TO had between its angle brackets, also for refused mails. */
  readonly rcptToAddresses: string[] = [];
  /** Called for each complete message, before the server answers it. */
  beforeAnswer: (mail: ReceivedMail) => Promise<void> = () => Promise.resolve();

  private rule: (recipients: readonly string[]) => MailOutcome = () => 'accepted';
  private readonly next: MailOutcome[] = [];
  private readonly sockets = new Map<number, Socket>();
  private server: SMTPServer | undefined;

  private constructor(private readonly port: number) {}

  static async start(): Promise<MailServer> {
    const started = new MailServer(await freePort());
    await started.listen();
    return started;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** The mails that the server answered with 250. */
  get accepted(): ReceivedMail[] {
    return this.received.filter(({ outcome }) => outcome === 'accepted');
  }

  acceptedFor(address: string): ReceivedMail[] {
    return this.accepted.filter(({ recipients }) => recipients.includes(address));
  }

  receivedFor(address: string): ReceivedMail[] {
    return this.received.filter(({ recipients }) => recipients.includes(address));
  }

  /** The next mails have these outcomes, one each. */
  answerNextWith(...fates: readonly MailOutcome[]): void {
    this.next.push(...fates);
  }

  /** From now on every mail has this outcome, or the one that `rule` returns for its recipients. */
  answerAllWith(rule: MailOutcome | ((recipients: readonly string[]) => MailOutcome)): void {
    this.rule = typeof rule === 'function' ? rule : () => rule;
  }

  /** Refuses connections from now on, and cuts those that are open. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server === undefined) return;
    const closed = new Promise<void>((resolve) => {
      server.close(resolve);
    });
    this.cutConnections();
    await closed;
  }

  /** Listens again at the same address. */
  async restart(): Promise<void> {
    await this.listen();
  }

  /** Cuts every connection, also those that wait for a greeting or an answer. */
  cutConnections(): void {
    for (const socket of this.sockets.values()) socket.destroy();
  }

  get openConnections(): number {
    return this.sockets.size;
  }

  private async listen(): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 1,
      onConnect: (_, answer) => {
        const outcome = this.rule([]);
        if (outcome === 'not greeted') return;
        answer(typeof outcome === 'object' && outcome.refused === 'connection' ? refusal(outcome) : null);
      },
      onRcptTo: ({ address }, _, answer) => {
        const outcome = this.next[0] ?? this.rule([address]);
        if (typeof outcome === 'string' || outcome.refused !== 'recipient') answer();
        else {
          this.next.shift();
          answer(refusal(outcome));
        }
      },
      onData: (stream, session, answer) => {
        this.take(stream, session, answer).catch((error: unknown) => {
          // The client has left in the middle of a message, which is none then.
          if ((error as { code?: unknown }).code !== 'ECONNECTION') throw error;
        });
      },
    });
    server.on('error', () => undefined);
    const { server: listener } = server;
    listener.on('connection', (socket) => {
      this.watch(socket);
    });
    server.listen(this.port, '127.0.0.1');
    await once(listener, 'listening');
    this.server = server;
  }

  private watch(socket: Socket): void {
    const { remotePort = 0 } = socket;
    this.sockets.set(remotePort, socket);
    socket.once('close', () => this.sockets.delete(remotePort));
    let unfinished = '';
    socket.on('data', (bytes: Buffer) => {
      const lines = (unfinished + bytes.toString('latin1')).split('\r\n');
      unfinished = lines.pop() ?? '';
      for (const line of lines) {
        const recipient = /^RCPT TO:\s*<(.*)>/i.exec(line)?.[1];
        if (recipient !== undefined) this.rcptToAddresses.push(recipient);
      }
    });
  }

  private async take(
    stream: SMTPServerDataStream,
    { envelope, remotePort }: SMTPServerSession,
    answer: (error?: Error | null) => void,
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const recipients = envelope.rcptTo.map(({ address }) => address);
    const outcome = this.next.shift() ?? this.rule(recipients);
    const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    const parsed = await PostalMime.parse(raw);
    const mail = { sender, recipients, outcome, raw: raw.toString('latin1'), parsed };
    this.received.push(mail);
    const socket = this.sockets.get(remotePort);
    // The answer has begun, so that the client waits longer for its end than it does for a silent server.
    const beginning = setInterval(() => {
      if (socket?.destroyed !== false) clearInterval(beginning);
      else if (outcome === 'accepted') socket.write('250-Wait\r\n');
    }, 1_000);
    await this.beforeAnswer(mail);
    clearInterval(beginning);
    if (outcome === 'accepted') answer();
    else if (outcome === 'dropped') socket?.destroy();
    else if (typeof outcome === 'object') answer(refusal(outcome));
  }
}

function refusal({ code, text = 'No' }: { code: number; text?: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
