import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { LookupAddress } from 'node:dns';
import { pinned } from '../../platform/host-addresses.js';
import type { SipCharset } from './ils-settings.js';
import { SipFrames } from './sip2-frames.js';
import {
  BadSipAnswer,
  DamagedSipAnswer,
  readMessage,
  SipNotUnderstood,
  type SipMessage,
  type SipRequest,
  writeMessage,
} from './sip2-message.js';

/** No connection could be made, or its time is over. */
export class SipUnreachable extends Error {}

/** The other side has ended the connection. */
export class SipConnectionLost extends Error {}

export interface SipServer {
  readonly host: string;
  readonly port: number;
  /** The host's addresses. Nothing else is connected to. */
  readonly addresses: readonly LookupAddress[];
  readonly tls: boolean;
  /** Certificates of the trusted authorities. Null: those that Node.js trusts. */
  readonly ca: string | null;
  readonly charset: SipCharset;
  readonly errorDetection: boolean;
}

export interface SipDeadlines {
  readonly connecting: AbortSignal;
  /** Ends the whole conversation. */
  readonly whole: AbortSignal;
}

const MAX_SENDINGS = 3;
/** A limit on all answers of a connection. Each has a few hundred bytes. */
const MAX_BYTES = 65_536;
/** Some systems send messages without being asked, or answer twice. */
const MAX_UNASKED = 10;
const RESEND_ASKED = '96';
/** The request to send again. It has a checksum, and no number of its own. */
const RESEND = '97AZFEF5\r';

/** One connection to a library's system. Each request waits for its answer. */
export class SipConnection {
  private readonly frames = new SipFrames();
  private readonly received: Buffer[] = [];
  private failure: Error | undefined;
  private wake: () => void = () => undefined;
  private sequence = -1;
  private bytes = 0;
  private unasked = 0;

  private constructor(
    private readonly server: SipServer,
    private readonly socket: Socket,
  ) {
    socket.on('data', (bytes: Buffer) => {
      this.receive(bytes);
    });
    socket.on('close', () => {
      this.fail(new SipConnectionLost('The connection has ended.'));
    });
    socket.on('error', (cause) => {
      this.fail(new SipConnectionLost('The connection was lost.', { cause }));
    });
  }

  /** @throws SipUnreachable */
  static async open(server: SipServer, { connecting, whole }: SipDeadlines): Promise<SipConnection> {
    const { host, port, tls, ca } = server;
    const options = { host, port, lookup: pinned(server.addresses) };
    const socket = tls
      ? connectTls({ ...options, ...serverName(host), ...(ca !== null && { ca }) })
      : connectPlain(options);
    const connection = new SipConnection(server, socket);
    socket.setNoDelay(true);
    try {
      await once(socket, tls ? 'secureConnect' : 'connect', { signal: AbortSignal.any([connecting, whole]) });
    } catch (cause) {
      socket.destroy();
      throw new SipUnreachable(connectionProblem(cause), { cause });
    }
    whole.addEventListener('abort', () => connection.fail(new SipUnreachable('It did not answer in time.')), {
      once: true,
    });
    return connection;
  }

  /**
   * The answer to a request. A damaged answer is asked for once more, and the request is sent again if the system asks for it.
   * @param code of the answer
   * @throws SipConnectionLost, SipUnreachable, BadSipAnswer
   */
  async ask(request: SipRequest, code: string): Promise<SipMessage> {
    this.sequence = (this.sequence + 1) % 10;
    this.send(request);
    let [sendings, isAskedAgain] = [1, false];
    for (;;) {
      const answer = this.read(await this.nextFrame());
      if (answer === 'damaged') {
        if (isAskedAgain) throw new BadSipAnswer('The answer arrived damaged twice.');
        isAskedAgain = true;
        this.socket.write(RESEND);
      } else if (answer.code === RESEND_ASKED) {
        if (isAskedAgain || sendings === MAX_SENDINGS)
          throw new SipNotUnderstood('The system does not understand the message.');
        sendings++;
        this.send(request);
      } else if (isAskedAgain || this.isAnswerToLast(answer)) {
        // An answer that is sent again may have another number: Evergreen's has 0.
        if (answer.code !== code) throw new BadSipAnswer(`The answer is ${answer.code} in place of ${code}.`);
        return answer;
      } else if (++this.unasked > MAX_UNASKED) {
        throw new BadSipAnswer('It sends answers that nobody has asked for.');
      }
    }
  }

  /** Sends a message whose answer nobody reads. */
  tell(request: SipRequest): void {
    this.sequence = (this.sequence + 1) % 10;
    this.send(request);
  }

  /** Ends the connection once everything is sent. */
  close(): void {
    this.socket.destroySoon();
  }

  private send(request: SipRequest): void {
    const { charset, errorDetection } = this.server;
    this.socket.write(writeMessage(request, charset, errorDetection ? this.sequence : undefined));
  }

  private read(frame: Buffer): SipMessage | 'damaged' {
    try {
      return readMessage(frame, this.server.charset);
    } catch (error) {
      if (error instanceof DamagedSipAnswer) return 'damaged';
      throw error;
    }
  }

  private isAnswerToLast({ sequence }: SipMessage): boolean {
    return sequence === undefined || !this.server.errorDetection || sequence === String(this.sequence);
  }

  private async nextFrame(): Promise<Buffer> {
    for (;;) {
      const frame = this.received.shift();
      if (frame !== undefined) return frame;
      if (this.failure !== undefined) throw this.failure;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private receive(bytes: Buffer): void {
    this.bytes += bytes.length;
    if (this.bytes > MAX_BYTES) {
      this.fail(new BadSipAnswer('What it sends has no end.'));
      return;
    }
    this.received.push(...this.frames.push(bytes));
    this.wake();
  }

  private fail(failure: Error): void {
    this.failure ??= failure;
    this.socket.destroy();
    this.wake();
  }
}

/** An IP address cannot be the server name of TLS. */
function serverName(host: string): { readonly servername?: string } {
  return host.includes(':') || /^[\d.]+$/.test(host) ? {} : { servername: host };
}

/** A message for those who run the library. */
function connectionProblem(cause: unknown): string {
  const { name, code = '' } = cause as NodeJS.ErrnoException;
  if (name === 'AbortError') return 'It did not answer in time.';
  if (code === 'ECONNREFUSED') return 'Nothing listens there.';
  if (code.startsWith('CERT_') || code.includes('CERT') || /^(?:ERR_TLS|UNABLE_TO_)/.test(code))
    return `Its certificate is not trusted (${code}).`;
  return code === '' ? 'No connection was made.' : `No connection was made (${code}).`;
}
