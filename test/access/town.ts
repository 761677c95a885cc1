import { scryptSync } from 'node:crypto';
import type { Database } from '../../src/platform/database/database.js';
import { statement } from '../../src/platform/database/statement.js';
import { type Answer, PatronClient } from '../support/client.js';
import { category, collection, library, patron, type TestRecord, WEBSITE_ID } from '../support/records.js';
import { type ServiceUnderTest, startService } from '../support/service.js';

/** The test library, which lets nobody in without a PIN. */
export const CITY = WEBSITE_ID;
/** A library that lets its patrons in by the card alone. */
export const VILLAGE = 38;
/** A library that only the client `neighbour` serves. */
export const NEXT_TOWN = 39;

export interface ClientKey {
  readonly clientId: string;
  readonly secret: string;
}

/** Serves the city and the village. */
export const DISCOVERY: ClientKey = { clientId: 'discovery', secret: 'secret-of-the-discovery-layer' };
export const NEIGHBOUR: ClientKey = { clientId: 'neighbour', secret: 'secret-of-the-next-town-app' };

export const PROFILE = '/v1/patrons/me';
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A patron's card and what belongs to it. */
export interface Cardholder {
  readonly websiteId: number;
  readonly patronId: number;
  readonly cardNumber: string;
  readonly pin: string;
}

interface CardMembers {
  readonly websiteId?: number;
  readonly cardNumber?: string;
  readonly pin?: string | null;
}

export type FormValues = Readonly<Record<string, string>>;

/** A client at the token endpoints: real HTTP, its credentials by Basic as they are. */
export class OAuthClient {
  private readonly http: PatronClient;

  constructor(
    url: string,
    readonly key: ClientKey = DISCOVERY,
  ) {
    this.http = new PatronClient(url, '');
  }

  /** `form` is encoded here, or is a body as it goes over the wire. */
  post(path: string, form: FormValues | string, headers: FormValues = {}): Promise<Answer> {
    return this.http.send('POST', path, {
      headers: { authorization: basic(this.key), 'content-type': FORM_TYPE, ...headers },
      body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    });
  }

  signIn(holder: Cardholder, changed: FormValues = {}): Promise<Answer> {
    return this.post('/patrontoken', { ...formOf(holder), ...changed });
  }

  /** @throws unless the patron was let in */
  async tokenOf(holder: Cardholder): Promise<string> {
    return tokenIn(await this.signIn(holder));
  }

  ownToken(): Promise<Answer> {
    return this.post('/token', { grant_type: 'client_credentials' });
  }

  revoke(token: string, more: FormValues = {}): Promise<Answer> {
    return this.post('/revoke', { token, ...more });
  }
}

export function basic({ clientId, secret }: ClientKey): string {
  return `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
}

export function scopeOf(websiteId: number): string {
  return `websiteid:${websiteId} authorizationname:main`;
}

/** What the answer says of a client's own token. */
export const CLIENTS_SCOPE = 'LIB META AVAIL SRCH';

/** What the answer says of that scope: the words that clients look for, the library and the name. */
export function grantedScope(websiteId: number, name = 'main'): string {
  return `${CLIENTS_SCOPE} PATRON websiteid:${websiteId} authorizationname:${name}`;
}

export function formOf({ websiteId, cardNumber, pin }: Cardholder): Record<string, string> {
  return { grant_type: 'password', username: cardNumber, password: pin, scope: scopeOf(websiteId) };
}

/** `form` without one of its parameters. */
export function omit(form: FormValues, left: string): FormValues {
  return Object.fromEntries(Object.entries(form).filter(([name]) => name !== left));
}

/** @throws unless the answer brings a token */
export function tokenIn(answer: Answer): string {
  const { access_token: token } = (answer.body ?? {}) as { access_token?: string };
  if (answer.status === 200 && token !== undefined) return token;
  throw new Error(`No token: the service answered ${answer.status} ${answer.text}`);
}

export function records(): TestRecord[] {
  return [
    library(),
    library({ websiteId: VILLAGE, pinRequired: false }),
    library({ websiteId: NEXT_TOWN }),
    ...[CITY, VILLAGE, NEXT_TOWN].flatMap((websiteId) => [
      collection('main', { websiteId }),
      category('adult', ['main'], { websiteId }),
    ]),
    { record: 'client', ...DISCOVERY, websiteIds: [CITY, VILLAGE] },
    { record: 'client', ...NEIGHBOUR, websiteIds: [NEXT_TOWN] },
  ];
}

const SET_PIN = statement('test-set-pin', 'UPDATE patron SET pin_hash = $2 WHERE patron_id = $1');

/** Gives a patron a PIN by a hash that costs next to nothing, for tests that are about something else. */
export async function setPinCheaply(database: Database, patronId: number, pin: string): Promise<void> {
  const hash = scryptSync(pin, 'salt', 32, { N: 16, r: 1, p: 1 }).toString('base64url');
  const salt = Buffer.from('salt').toString('base64url');
  await database.run(SET_PIN, [patronId, `scrypt$16$1$1$${salt}$${hash}`]);
}

/** Three libraries, two clients, and as many patrons as the tests of one file ask for. */
export class Town {
  private lastPatron = 1000;
  readonly discovery: OAuthClient;
  readonly neighbour: OAuthClient;

  private constructor(readonly service: ServiceUnderTest) {
    this.discovery = new OAuthClient(service.url, DISCOVERY);
    this.neighbour = new OAuthClient(service.url, NEIGHBOUR);
  }

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<Town> {
    return new Town(await startService(records(), settings));
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** A new patron with a card and a PIN. `members` may take the PIN away. */
  async cardholder(members: CardMembers = {}): Promise<Cardholder> {
    const { pin = '2468', ...others } = members;
    const card = { ...this.newCard(), ...others };
    await this.service.import(patron(card.patronId, card));
    if (pin !== null) await setPinCheaply(this.service.database, card.patronId, pin);
    return { ...card, pin: pin ?? '' };
  }

  /** As `cardholder`, but the PIN is hashed as in production, which takes its time. */
  async importedCardholder(pin = '2468'): Promise<Cardholder> {
    const holder = { ...this.newCard(), pin };
    await this.service.import(patron(holder.patronId, holder));
    return holder;
  }

  private newCard(): Omit<Cardholder, 'pin'> {
    const patronId = ++this.lastPatron;
    return { websiteId: CITY, patronId, cardNumber: `2800000000${patronId}` };
  }

  /** The patron's profile as asked for with this token. */
  profile(token: string): Promise<Answer> {
    return new PatronClient(this.service.url, token).get(PROFILE);
  }
}
