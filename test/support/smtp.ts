import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** What becomes of a mail that the service offers, or of a connection that it opens. */
export type Fate =
  | 'accepted'
  /** A 4xx or 5xx instead of the greeting, to RCPT TO, or to the message when it has come to its end. */
  | {
      readonly refused: 'connection' | 'recipient' | 'message';
      readonly code: number;
      readonly words?: string;
    }
  /** The whole message is taken, and the connection cut where the 250 should come. */
  | 'dropped'
  /** The whole message is taken, and no answer ever comes. */
  | 'stalled'
  /** The connection is made, and the greeting never comes. */
  | 'not greeted';

/** One message that was offered to its last line, whatever was answered then. */
export interface ReceivedMail {
  /** As they stood in RCPT TO. */
  readonly recipients: readonly string[];
  readonly fate: Fate;
  readonly raw: string;
  readonly parsed: Email;
}

/** A mail server that does what a test tells it to, and keeps all that it was sent. It accepts what nothing else is said of. */
export class MailServer {
  /** Every message that came whole, in the order of arrival. */
  readonly received: ReceivedMail[] = [];
  /** Every RCPT TO that was said, with what stood between its angle brackets, also of mails that were refused. */
  readonly recipientsNamed: string[] = [];
  /** Called when a message has come whole, before anything is answered. */
  beforeAnswer: (mail: ReceivedMail) => Promise<void> = () => Promise.resolve();

  private rule: (recipients: readonly string[]) => Fate = () => 'accepted';
  private readonly next: Fate[] = [];
  private readonly sockets = new Map<number, Socket>();
  private server: SMTPServer | undefined;
  private port = 0;

  static async start(): Promise<MailServer> {
    const started = new MailServer();
    await started.listen();
    return started;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** The mails that were answered with 250. */
  get accepted(): ReceivedMail[] {
    return this.received.filter(({ fate }) => fate === 'accepted');
  }

  acceptedFor(address: string): ReceivedMail[] {
    return this.accepted.filter(({ recipients }) => recipients.includes(address));
  }

  receivedFor(address: string): ReceivedMail[] {
    return this.received.filter(({ recipients }) => recipients.includes(address));
  }

  /** The next mails offered meet these fates, one each; those after them are treated as usual. */
  nextWill(...fates: readonly Fate[]): void {
    this.next.push(...fates);
  }

  /** From now on every mail meets this fate, or the one that `rule` finds for its recipients. */
  always(rule: Fate | ((recipients: readonly string[]) => Fate)): void {
    this.rule = typeof rule === 'function' ? rule : () => rule;
  }

  /** Nothing listens any more: connections are refused, and those that were open are cut. */
  async goAway(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server === undefined) return;
    const closed = new Promise<void>((resolve) => {
      server.close(resolve);
    });
    this.cut();
    await closed;
  }

  /** Listens again, at the same address. */
  async comeBack(): Promise<void> {
    await this.listen();
  }

  /** Cuts every connection, such as those that got no greeting or no answer. */
  cut(): void {
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
        const fate = this.rule([]);
        if (fate === 'not greeted') return;
        answer(typeof fate === 'object' && fate.refused === 'connection' ? refusal(fate) : null);
      },
      onRcptTo: ({ address }, _, answer) => {
        const fate = this.next[0] ?? this.rule([address]);
        if (typeof fate === 'string' || fate.refused !== 'recipient') answer();
        else {
          this.next.shift();
          answer(refusal(fate));
        }
      },
      onData: (stream, session, answer) => void this.take(stream, session, answer),
    });
    server.on('error', () => undefined);
    const { server: listener } = server;
    listener.on('connection', (socket) => {
      this.watch(socket);
    });
    server.listen(this.port, '127.0.0.1');
    await once(listener, 'listening');
    this.port = (listener.address() as AddressInfo).port;
    this.server = server;
  }

  private watch(socket: Socket): void {
    const { remotePort = 0 } = socket;
    this.sockets.set(remotePort, socket);
    socket.once('close', () => this.sockets.delete(remotePort));
    let said = '';
    socket.on('data', (bytes: Buffer) => {
      const lines = (said + bytes.toString('latin1')).split('\r\n');
      said = lines.pop() ?? '';
      for (const line of lines) {
        const recipient = /^RCPT TO:\s*<(.*)>/i.exec(line)?.[1];
        if (recipient !== undefined) this.recipientsNamed.push(recipient);
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
    const fate = this.next.shift() ?? this.rule(recipients);
    const mail = { recipients, fate, raw: raw.toString('latin1'), parsed: await PostalMime.parse(raw) };
    this.received.push(mail);
    const socket = this.sockets.get(remotePort);
    // An answer that has begun, so that the client waits for its end longer than for one that has not.
    const beginning = setInterval(() => {
      if (socket?.destroyed !== false) clearInterval(beginning);
      else if (fate === 'accepted') socket.write('250-Wait\r\n');
    }, 1_000);
    await this.beforeAnswer(mail);
    clearInterval(beginning);
    if (fate === 'accepted') answer();
    else if (fate === 'dropped') socket?.destroy();
    else if (typeof fate === 'object') answer(refusal(fate));
  }
}

function refusal({ code, words = 'No' }: { code: number; words?: string }): Error {
  return Object.assign(new Error(words), { responseCode: code });
}
