import { OwnTokens } from '../../../src/http/authorization/own-tokens.js';
import { addApiToken } from '../../../src/staff/accounts/accounts.js';
import { insertStaff } from '../../../src/staff/accounts/account-changes.store.js';
import { Argon2id } from '../../../src/access/sign-in/argon2id.js';
import type { Role } from '../../../src/staff/permissions/staff-principal.js';
import { sendRaw, type RawAnswer } from '../requests/raw-request.js';
import type { ServiceUnderTest } from '../service.js';

export const PASSWORD = 'correct horse battery staple';

/** A hash says what it costs to verify it: this one little, because tests sign in often. */
const passwordHash = new Argon2id({ memory: 64, passes: 1, parallelism: 1 }, 1).hash(PASSWORD);

/** A library, of which the service may have others: a TestLibrary. */
export interface Workplace {
  readonly service: ServiceUnderTest;
  readonly websiteId: number;
}

/** Accounts are of all libraries of a service: with its library's number, a name is another one in each file. */
export const nameIn = ({ websiteId }: Workplace, name: string): string => `${name}-${websiteId}`;

/** An account that may sign in with PASSWORD. */
export async function addMember(
  { database }: ServiceUnderTest,
  name: string,
  roles: readonly Role[],
  websiteId: number | null = 37,
): Promise<void> {
  await insertStaff(database, { name, passwordHash: await passwordHash }, { websiteId, roles });
}

/** @returns the API token */
export async function addMachine(
  { database }: Pick<ServiceUnderTest, 'database'>,
  name: string,
  roles: readonly Role[],
  websiteId: number | null = 37,
): Promise<string> {
  const wanted = { name, roles, websiteId, expiresAt: null };
  return (await addApiToken(database, new OwnTokens(database), wanted)).token;
}

/** A browser with nothing but cookies, which comes from where its headers say. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly url: string,
    readonly headers: Readonly<Record<string, string>> = { 'Sec-Fetch-Site': 'same-origin' },
  ) {}

  get(path: string): Promise<RawAnswer> {
    return this.send('GET', path);
  }

  post(
    path: string,
    form: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = this.headers,
  ): Promise<RawAnswer> {
    return this.send('POST', path, new URLSearchParams(form).toString(), headers);
  }

  async send(
    method: string,
    path: string,
    form?: string,
    headers: Readonly<Record<string, string>> = this.headers,
  ): Promise<RawAnswer> {
    const all = {
      Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      ...(this.cookies.size > 0 && { Cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') }),
      ...(form !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...headers,
    };
    const sent = { method, path, headers: Object.entries(all), ...(form !== undefined && { body: form }) };
    const answer = await sendRaw(this.url, sent, () => undefined);
    for (const cookie of answer.headers.getSetCookie()) this.keep(cookie);
    return answer;
  }

  private keep(setCookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
    if (value === '' || /Max-Age=0/i.test(setCookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  signIn(name: string, password = PASSWORD): Promise<RawAnswer> {
    return this.post('/console/sign-in', { name, password });
  }

  /** The page to sign in sends on whoever is signed in. */
  async isSignedIn(): Promise<boolean> {
    return (await this.get('/console/sign-in')).status === 303;
  }
}

/** Follows `address` at the provider, whose person signs in there. @returns where the provider sends the browser back to */
export async function sendBack({ issuer }: { readonly issuer: string }, address: string): Promise<string> {
  const atProvider = new Browser(issuer, {});
  for (let steps = 0; address.startsWith('/') || address.startsWith(issuer); steps++) {
    if (steps > 10) throw new Error(`The provider sends the browser in circles: ${address}`);
    const answer = await atProvider.get(address.replace(issuer, ''));
    expect([302, 303]).toContain(answer.status);
    address = answer.headers.get('location') ?? '';
  }
  return address;
}
