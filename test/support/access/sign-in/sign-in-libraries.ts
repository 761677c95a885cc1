import { scryptSync } from 'node:crypto';
import type { Database } from '../../../../src/platform/database/database.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { type Answer, PatronClient } from '../../client.js';
import {
  type Cardholder,
  type ClientCredentials,
  DISCOVERY,
  OAuthClient,
} from '../../requests/oauth-client.js';
import { ME } from '../../paths.js';
import { emptyLibrary, patron, type TestRecord, WEBSITE_ID } from '../../records.js';
import { type ServiceUnderTest, startService } from '../../service.js';

/** A library whose patrons need their PINs. */
export const PIN_LIBRARY = WEBSITE_ID;
/** A library whose patrons sign in with the card alone. */
export const NO_PIN_LIBRARY = 38;
/** A library that only the other client serves. */
export const OTHER_LIBRARY = 39;

/** Serves the other library alone. DISCOVERY serves the library with PINs and the one without. */
export const OTHER_CLIENT: ClientCredentials = {
  clientId: 'other client',
  secret: 'secret-of-the-other-client',
};

interface CardMembers {
  readonly websiteId?: number;
  readonly cardNumber?: string;
  readonly pin?: string | null;
}

export function signInRecords(): TestRecord[] {
  return [
    ...emptyLibrary(PIN_LIBRARY),
    ...emptyLibrary(NO_PIN_LIBRARY, { pinRequired: false }),
    ...emptyLibrary(OTHER_LIBRARY),
    { record: 'client', ...DISCOVERY, websiteIds: [PIN_LIBRARY, NO_PIN_LIBRARY] },
    { record: 'client', ...OTHER_CLIENT, websiteIds: [OTHER_LIBRARY] },
  ];
}

const SET_PIN = statement('test-set-pin', 'UPDATE patron SET pin_hash = $2 WHERE patron_id = $1');

/** Gives a patron a PIN with a hash that takes almost no time, for tests that are not about the hash. */
export async function setFastPinHash(database: Database, patronId: number, pin: string): Promise<void> {
  const hash = scryptSync(pin, 'salt', 32, { N: 16, r: 1, p: 1 }).toString('base64url');
  const salt = Buffer.from('salt').toString('base64url');
  await database.run(SET_PIN, [patronId, `scrypt$16$1$1$${salt}$${hash}`]);
}

/** A service with three libraries and two clients, to which each test adds patrons. */
export class SignInLibraries {
  private lastPatron = 1000;
  readonly discovery: OAuthClient;
  readonly otherClient: OAuthClient;

  private constructor(readonly service: ServiceUnderTest) {
    this.discovery = new OAuthClient(service.url, DISCOVERY);
    this.otherClient = new OAuthClient(service.url, OTHER_CLIENT);
  }

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<SignInLibraries> {
    return new SignInLibraries(await startService(signInRecords(), settings));
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** A new patron with a card and a PIN; no PIN if `members.pin` is null. */
  async addCardholder(members: CardMembers = {}): Promise<Cardholder> {
    const { pin = '2468', ...others } = members;
    const card = { ...this.newCard(), ...others };
    await this.service.import(patron(card.patronId, card));
    if (pin !== null) await setFastPinHash(this.service.database, card.patronId, pin);
    return { ...card, pin: pin ?? '' };
  }

  /** Like `addCardholder`, but the service hashes the PIN as in production, which takes time. */
  async importCardholder(pin = '2468'): Promise<Cardholder> {
    const holder = { ...this.newCard(), pin };
    await this.service.import(patron(holder.patronId, holder));
    return holder;
  }

  private newCard(): Omit<Cardholder, 'pin'> {
    const patronId = ++this.lastPatron;
    return { websiteId: PIN_LIBRARY, patronId, cardNumber: `2800000000${patronId}` };
  }

  /** The patron's profile, read with this token. */
  profile(token: string): Promise<Answer> {
    return new PatronClient(this.service.url, token).get(ME);
  }
}
