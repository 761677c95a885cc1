import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Without keys and a memory of its own, the provider warns that it is none for an organization. */
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });

/** Others than those that it signs with. */
export const OTHER_KEYS = {
  keys: [
    {
      ...generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' }),
      use: 'sig',
      alg: 'RS256',
    },
  ],
};

export const CLIENT = { id: 'holdfast', secret: 'a-secret-of-the-console-that-is-long' };

/** What the provider stores: a session, a grant, a code, and so on. */
interface Stored {
  readonly uid?: string;
  readonly grantId?: string;
  consumed?: number;
}

/** Where the provider keeps things of one kind (an adapter of oidc-provider). What is over, it recognizes by itself. */
function memory(): Readonly<Record<string, (id: string, stored: Stored) => Promise<unknown>>> {
  const stored = new Map<string, Stored>();
  const now = (): number => Math.floor(Date.now() / 1000);
  return {
    upsert: (id, each) => Promise.resolve(stored.set(id, each)),
    find: (id) => Promise.resolve(stored.get(id)),
    findByUid: (uid) => Promise.resolve([...stored.values()].find((each) => each.uid === uid)),
    // No device signs in.
    findByUserCode: () => Promise.resolve(undefined),
    consume: (id) => Promise.resolve(Object.assign(stored.get(id) ?? {}, { consumed: now() })),
    destroy: (id) => Promise.resolve(stored.delete(id)),
    revokeByGrantId: (grantId) => {
      for (const [id, each] of stored) if (each.grantId === grantId) stored.delete(id);
      return Promise.resolve();
    },
  };
}

/** A person whom the provider knows. */
export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
}

/** An organization's identity provider (node-oidc-provider), at which `person` is signed in already. */
export class OrganizationsProvider {
  person: Person = { sub: 'nobody', email: 'nobody@example.org', email_verified: true };

  /** What it answers, by path, instead of what it would. */
  instead: Readonly<Record<string, object | null>> = {};

  private readonly memories = new Map<string, ReturnType<typeof memory>>();

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  /** @param callback where it may send browsers back to */
  static async start(callback: string, port = 0): Promise<OrganizationsProvider> {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const started = new OrganizationsProvider(server, issuer);
    const provider = started.providerFor(callback);
    const answer = provider.callback();
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (request.url?.startsWith('/interaction/') === true) void started.signIn(provider, request, response);
      else if (started.instead[request.url ?? ''] !== undefined)
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify(started.instead[request.url ?? '']));
      else void answer(request, response);
    });
    return started;
  }

  private providerFor(callback: string): Provider {
    return new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [callback],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [{ ...KEY, use: 'sig', alg: 'RS256' }] },
      adapter: (kind: string) => this.memoryOf(kind),
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...this.person, sub }) }),
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      // Nobody is asked to consent.
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId ?? '',
          accountId: oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
      cookies: { keys: ['a key of the test'] },
      ttl: { Session: 3600, Grant: 3600, Interaction: 600, AccessToken: 600, IdToken: 600 },
    });
  }

  private memoryOf(kind: string): ReturnType<typeof memory> {
    const kept = this.memories.get(kind) ?? memory();
    this.memories.set(kind, kept);
    return kept;
  }

  private async signIn(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    try {
      await provider.interactionFinished(request, response, { login: { accountId: this.person.sub } });
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
