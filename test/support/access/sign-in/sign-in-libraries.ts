import { scryptSync } from 'node:crypto';
import { Argon2id } from '../../../../src/access/sign-in/argon2id.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { type Answer, PatronClient } from '../../client.js';
import { type Cardholder, type ClientCredentials, OAuthClient } from '../../requests/oauth-client.js';
import { ME } from '../../paths.js';
import { emptyLibrary, patron } from '../../records.js';
import { type ServiceUnderTest, sharedService, startService } from '../../service.js';

interface CardMembers {
  readonly websiteId?: number;
  readonly cardNumber?: string;
  readonly pin?: string | null;
}

const SET_PIN = statement('test-set-pin', 'UPDATE patron SET pin_hash = $2 WHERE patron_id = $1');

const SET_CARD = statement('test-set-card', 'UPDATE patron SET card_number = $2 WHERE patron_id = $1');

/** A hash says what it costs to verify it. */
const fast = new Argon2id({ memory: 64, passes: 1, parallelism: 1 }, 1);

/** Gives a patron a PIN with a hash that takes almost no time, for tests that are not about the hash. */
export async function setFastPinHash(database: Database, patronId: number, pin: string): Promise<void> {
  await database.run(SET_PIN, [patronId, await fast.hash(pin)]);
}

/** Gives a patron a PIN with a hash of a release up to 0.2.0. */
export async function setOldPinHash(database: Database, patronId: number, pin: string): Promise<void> {
  const hash = scryptSync(pin, 'salt', 32, { N: 16, r: 1, p: 1 }).toString('base64url');
  const salt = Buffer.from('salt').toString('base64url');
  await database.run(SET_PIN, [patronId, `scrypt$16$1$1$${salt}$${hash}`]);
}

/** The numbers of libraries and patrons, apart from those of TestLibrary. */
const last = { library: 500_000, patron: 5_000_000 };

/** Three libraries and two clients of a test's own, to which it adds patrons. */
export class SignInLibraries {
  /** A library whose patrons need their PINs. */
  readonly pinLibrary = ++last.library;
  /** A library whose patrons sign in with the card alone. */
  readonly noPinLibrary = ++last.library;
  /** A library that only the other client serves. */
  readonly otherLibrary = ++last.library;
  /** Serves the library with PINs and the one without. */
  readonly discovery: OAuthClient;
  /** Serves the other library alone. */
  readonly otherClient: OAuthClient;

  private constructor(readonly service: ServiceUnderTest) {
    const client = (name: string): OAuthClient =>
      new OAuthClient(service.url, {
        clientId: `${name} of ${this.pinLibrary}`,
        secret: `secret-of-${name}-of-${this.pinLibrary}`,
      });
    this.discovery = client('discovery');
    this.otherClient = client('other');
  }

  /** In the service that all files of a worker share; with settings, in a service of their own. */
  static async open(settings?: Readonly<Record<string, string>>): Promise<SignInLibraries> {
    return SignInLibraries.within(
      settings === undefined ? await sharedService() : await startService([], settings),
    );
  }

  static async within(service: ServiceUnderTest): Promise<SignInLibraries> {
    const libraries = new SignInLibraries(service);
    const { pinLibrary, noPinLibrary, otherLibrary, discovery, otherClient } = libraries;
    await service.import(
      ...emptyLibrary(pinLibrary),
      ...emptyLibrary(noPinLibrary, { pinRequired: false }),
      ...emptyLibrary(otherLibrary),
    );
    await libraries.addClient(discovery.credentials, pinLibrary, noPinLibrary);
    await libraries.addClient(otherClient.credentials, otherLibrary);
    return libraries;
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** Adds a client of these libraries, or changes one. */
  async addClient(credentials: ClientCredentials, ...websiteIds: readonly number[]): Promise<OAuthClient> {
    await this.service.import({ record: 'client', ...credentials, websiteIds });
    return new OAuthClient(this.service.url, credentials);
  }

  /** A new patron with a card and a PIN; no PIN if `members.pin` is null. */
  async addCardholder(members: CardMembers = {}): Promise<Cardholder> {
    const { pin = '2468', ...others } = members;
    const card = { ...this.newCard(), ...others };
    await this.service.import(patron(card.patronId, card));
    if (pin !== null) await setFastPinHash(this.service.database, card.patronId, pin);
    return { ...card, pin: pin ?? '' };
  }

  /** Two patrons with these cards, which a library cannot give them now. */
  async addTwins(...cardNumbers: readonly [string, string]): Promise<[Cardholder, Cardholder]> {
    const twins = [await this.addCardholder(), await this.addCardholder()] as const;
    for (const [index, { patronId }] of twins.entries())
      await this.service.database.run(SET_CARD, [patronId, cardNumbers[index]]);
    return [
      { ...twins[0], cardNumber: cardNumbers[0] },
      { ...twins[1], cardNumber: cardNumbers[1] },
    ];
  }

  /** Like `addCardholder`, but the service hashes the PIN as in production, which takes time. */
  async importCardholder(pin = '2468'): Promise<Cardholder> {
    const holder = { ...this.newCard(), pin };
    await this.service.import(patron(holder.patronId, holder));
    return holder;
  }

  private newCard(): Omit<Cardholder, 'pin'> {
    const patronId = ++last.patron;
    return { websiteId: this.pinLibrary, patronId, cardNumber: `2800000000${patronId}` };
  }

  /** The patron's profile, read with this token. */
  profile(token: string): Promise<Answer> {
    return new PatronClient(this.service.url, token).get(ME);
  }
}
