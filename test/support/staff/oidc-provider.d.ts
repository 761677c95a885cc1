/** The parts of oidc-provider, which has no types of its own, that the tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    readonly oidc: {
      readonly client?: { readonly clientId: string };
      readonly session?: { readonly accountId?: string };
      readonly provider: {
        readonly Grant: new (members: { readonly clientId: string; readonly accountId: string }) => Grant;
      };
    };
  }

  interface Configuration {
    readonly [name: string]: unknown;
    readonly findAccount: (context: unknown, sub: string) => { accountId: string; claims: () => object };
    readonly interactions: { readonly url: (context: unknown, interaction: { uid: string }) => string };
    readonly loadExistingGrant: (context: Context) => Promise<Grant>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
