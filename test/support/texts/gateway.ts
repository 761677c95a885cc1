import type { TextMessage } from '../../../src/notifications/texts/text-gateway.js';
import type { TestLibrary } from '../test-library.js';
import { Receiver } from '../webhooks/receiver.js';

/** The settings of services whose gateways are on this machine. */
export const LOCAL_GATEWAYS = { OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8' };

const SECRET = `whsec_${Buffer.alloc(32, 'secret of the tests').toString('base64')}`;

/** A text message, and the id of its request. */
export type ReceivedText = TextMessage & { readonly id: string };

/** A gateway for text messages on this machine, written as a receiver of webhooks: it takes what is signed with its secret. */
export class Gateway {
  /** The ids of all requests with a right signature, accepted or not. */
  readonly ids: string[] = [];
  /** What it answers; undefined: it accepts. */
  private status: number | undefined;

  private constructor(private readonly receiver: Receiver) {
    receiver.secret = SECRET;
    receiver.rule = (_, headers) => {
      this.ids.push(headers['webhook-id'] ?? '');
      return this.status;
    };
  }

  static async start(): Promise<Gateway> {
    return new Gateway(await Receiver.start());
  }

  /** The group `texts` of the settings of a library that uses it. */
  settings(members: object = {}): { readonly texts: object } {
    return { texts: { url: this.receiver.url, secret: SECRET, ...members } };
  }

  /** The library uses it from now on. */
  async serve(library: TestLibrary, members: object = {}): Promise<void> {
    await library.import({ record: 'settings', websiteId: library.websiteId, ...this.settings(members) });
  }

  /** @param status undefined: it accepts */
  answerWith(status: number | undefined): void {
    this.status = status;
  }

  get accepted(): readonly ReceivedText[] {
    return this.receiver.accepted.map(({ headers, event }) => ({
      ...(event as unknown as TextMessage),
      id: headers['webhook-id'] ?? '',
    }));
  }

  acceptedFor(to: string): readonly ReceivedText[] {
    return this.accepted.filter((text) => text.to === to);
  }

  /** The six digits of the last message with a code to this number. */
  codeTo(phone: string): string {
    const last = this.acceptedFor(phone).findLast(({ type }) => type === 'code');
    return /\d{6}/.exec(last?.text ?? '')?.[0] ?? 'none';
  }

  stop(): Promise<void> {
    return this.receiver.stop();
  }
}
