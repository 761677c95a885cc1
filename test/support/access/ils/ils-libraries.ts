import { findCardHolder } from '../../../../src/access/sign-in/cards.store.js';
import { SecretSeal } from '../../../../src/platform/secret-seal.js';
import { settingsSchemas } from '../../../../src/records/kinds/settings/settings.schema.js';
import { upsertSettings } from '../../../../src/records/kinds/settings/settings.store.js';
import type { Answer } from '../../client.js';
import { tokenIn } from '../../requests/oauth-client.js';
import { OPERATOR_TOKEN } from '../../sandbox-clock.js';
import { SignInLibraries } from '../sign-in/sign-in-libraries.js';
import { type IlsCardholder, IlsResponder } from './ils-responder.js';

const WEBHOOKS_KEY = 'a-key-that-seals-what-libraries-share';

/** Libraries that have one system of their own, and what it knows. */
export class IlsLibraries {
  private last = 0;

  private constructor(
    readonly libraries: SignInLibraries,
    readonly responder: IlsResponder,
  ) {}

  static async open(): Promise<IlsLibraries> {
    const libraries = await SignInLibraries.open({
      ...{ OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8', WEBHOOKS_KEY, OPERATOR_TOKEN, SHELF: 'true' },
      TRUSTED_PROXIES: '127.0.0.1',
    });
    return new IlsLibraries(libraries, await IlsResponder.start());
  }

  async close(): Promise<void> {
    await this.libraries.close();
    await this.responder.stop();
  }

  /** Before the first request: the service asks for settings every few seconds. */
  async setSystem(websiteId: number, members: object): Promise<void> {
    const system = { kind: 'sip2', host: '127.0.0.1', port: this.responder.port, tls: false, ...members };
    const record = settingsSchemas.whole.parse({ websiteId, signIn: system });
    await upsertSettings(
      this.libraries.service.database,
      record,
      new SecretSeal({ webhooksKeys: [WEBHOOKS_KEY] }),
    );
  }

  /** That nothing else has. */
  newNumber(): string {
    return `2100${++this.last}`;
  }

  /** A patron of the system, whom the service has not seen. */
  newcomer(fields: IlsCardholder['fields'] = [['PC', 'AD']], members: Partial<IlsCardholder> = {}): string {
    const card = this.newNumber();
    this.responder.add({ names: [card], pin: '4711', fields: [['AA', card], ...fields], ...members });
    return card;
  }

  signIn(cardNumber: string, pin = '4711', websiteId = this.libraries.pinLibrary): Promise<Answer> {
    return this.libraries.discovery.signIn({ websiteId, cardNumber, pin, patronId: 0 });
  }

  /** On the library's shelf. */
  signInOnShelf(cardNumber: string, pin = '4711', from = '127.0.0.1'): Promise<Answer> {
    const form = { websiteId: String(this.libraries.pinLibrary), cardNumber, pin };
    const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': from };
    return this.libraries.discovery.post('/shelf/sign-in', form, headers);
  }

  async patronIn(answer: Answer): Promise<number> {
    const { body } = await this.libraries.profile(tokenIn(answer));
    return (body as { readonly patronId: number }).patronId;
  }

  async holderOf(cardNumber: string): Promise<number | undefined> {
    const card = { websiteId: this.libraries.pinLibrary, cardNumber };
    return (await findCardHolder(this.libraries.service.database, card))?.patronId;
  }

  storedOf(cardNumber: string, websiteId = this.libraries.pinLibrary): Promise<object | null> {
    return this.libraries.service.database.prisma.patron.findFirst({
      where: { websiteId, cardNumber },
      select: { category: true, pinHash: true, holdLimit: true },
    });
  }
}
