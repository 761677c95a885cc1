import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api.js';

export { type Delivery, type Event, NotSigned, verifiedEvent } from './webhooks.js';

/** The records that the service answers, by name. */
export type Records = components['schemas'];
/** Why the service said no. */
export type ErrorCode = Records['ErrorCode'];
export type Holdfast = Client<paths>;

export interface Access {
  /** Where the service is, without a slash at its end. */
  readonly baseUrl: string;
  /** The bearer token, or what gets one for each request. */
  readonly token: string | (() => string | Promise<string>);
}

/** A client whose requests carry the token: `client.GET('/v1/patrons/me')`. */
export function holdfast({ baseUrl, token }: Access): Holdfast {
  const client = createClient<paths>({ baseUrl });
  client.use({
    async onRequest({ request }) {
      request.headers.set('Authorization', `Bearer ${typeof token === 'string' ? token : await token()}`);
      return request;
    },
  });
  return client;
}

interface Field {
  readonly name: string;
  readonly value: unknown;
}

type Values<Its extends Field> = {
  readonly [Name in Its['name']]?: Extract<Its, { name: Name }>['value'] | undefined;
};

/** `{reserveId: '…'}` as a body of the service, with the names and types of the operation. Undefined is left out. */
export function fields<Its extends Field>(values: Values<Its>): { fields: Its[] } {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return { fields: given.map(([name, value]) => ({ name, value }) as Its) };
}

/** A refusal of the service. */
export class Refused extends Error {
  constructor(
    readonly errorCode: string,
    message: string,
  ) {
    super(message);
    this.name = 'Refused';
  }
}

interface Outcome<Data> {
  readonly data?: Data;
  readonly error?: Records['ErrorRecord'] | Records['OAuthErrorRecord'];
}

/**
 * What the service answered, for callers that have nothing to do when it refuses.
 * @throws Refused
 */
export async function answered<Data>(asked: Promise<Outcome<Data>>): Promise<Data> {
  const { data, error } = await asked;
  if (error === undefined) return data as Data;
  if ('errorCode' in error) throw new Refused(error.errorCode, error.message);
  throw new Refused(error.error, error.error_description);
}

export interface Card {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The library's number. */
  readonly websiteId: number;
  readonly card: string;
  readonly pin: string;
}

/**
 * A patron's token, for a library card and its PIN.
 * @throws Refused
 */
export function signIn(card: Card): Promise<Records['TokenRecord']> {
  const credentials = [card.clientId, card.clientSecret].map(encodeURIComponent).join(':');
  return answered(
    createClient<paths>({ baseUrl: card.baseUrl }).POST('/patrontoken', {
      headers: {
        Authorization: `Basic ${btoa(credentials)}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      bodySerializer: (form) => new URLSearchParams({ ...form }).toString(),
      body: {
        grant_type: 'password',
        username: card.card,
        password: card.pin,
        scope: `websiteid:${card.websiteId} authorizationname:default`,
      },
    }),
  );
}
