import { type Answer, PatronClient } from '../client.js';

/** A client's id and secret, as OAuth calls them. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string;
}

/** The client that tests use by default. */
export const DISCOVERY: ClientCredentials = {
  clientId: 'discovery',
  secret: 'secret-of-the-discovery-layer',
};

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A patron's card, and the PIN with which they sign in. */
export interface Cardholder {
  readonly websiteId: number;
  readonly patronId: number;
  readonly cardNumber: string;
  readonly pin: string;
}

export type FormValues = Readonly<Record<string, string>>;

/** A client that calls the token endpoints with its credentials in Basic authentication. */
export class OAuthClient {
  private readonly http: PatronClient;

  constructor(
    url: string,
    readonly credentials: ClientCredentials = DISCOVERY,
  ) {
    this.http = new PatronClient(url, '');
  }

  /** @param form values to encode, or a body that is encoded already */
  post(path: string, form: FormValues | string, headers: FormValues = {}): Promise<Answer> {
    return this.http.send('POST', path, {
      headers: { authorization: basic(this.credentials), 'content-type': FORM_TYPE, ...headers },
      body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    });
  }

  signIn(holder: Cardholder, changed: FormValues = {}): Promise<Answer> {
    return this.post('/patrontoken', { ...formOf(holder), ...changed });
  }

  /** @throws unless the service signs the patron in */
  async tokenOf(holder: Cardholder): Promise<string> {
    return tokenIn(await this.signIn(holder));
  }

  /** Asks for a token of the client itself. */
  clientToken(): Promise<Answer> {
    return this.post('/token', { grant_type: 'client_credentials' });
  }

  revoke(token: string, more: FormValues = {}): Promise<Answer> {
    return this.post('/revoke', { token, ...more });
  }
}

export function basic({ clientId, secret }: ClientCredentials): string {
  return `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
}

export function scopeOf(websiteId: number): string {
  return `websiteid:${websiteId} authorizationname:main`;
}

/** The scope in the answer to a client's own token. */
export const CLIENTS_SCOPE = 'LIB META AVAIL SRCH';

/** The scope in the answer to a sign-in: the words that clients look for, the library and the name. */
export function grantedScope(websiteId: number, name = 'main'): string {
  return `${CLIENTS_SCOPE} PATRON websiteid:${websiteId} authorizationname:${name}`;
}

export function formOf({ websiteId, cardNumber, pin }: Cardholder): Record<string, string> {
  return { grant_type: 'password', username: cardNumber, password: pin, scope: scopeOf(websiteId) };
}

/** `form` without one of its parameters. */
export function omit(form: FormValues, parameter: string): FormValues {
  return Object.fromEntries(Object.entries(form).filter(([name]) => name !== parameter));
}

/** @throws unless the answer has a token */
export function tokenIn(answer: Answer): string {
  const { access_token: token } = (answer.body ?? {}) as { access_token?: string };
  if (answer.status === 200 && token !== undefined) return token;
  throw new Error(`There is no token: the service answered ${answer.status} ${answer.text}`);
}
