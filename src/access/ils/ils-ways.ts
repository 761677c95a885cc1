import { Inject, Injectable } from '@nestjs/common';
import { type OutboundPolicy, resolveAllowedHost } from '../../platform/outbound/outbound-policy.js';
import { SecretSeal } from '../../platform/secret-seal.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { type IlsSettings, ilsSecretOwner } from './ils-settings.js';
import type { SipWalk } from './sip2-walk.js';

const CONNECTING_MS = 3_000;
const WHOLE_MS = 9_000;

/** Finds the way to a library's system: an address that the installation allows, with the opened passwords. */
@Injectable()
export class IlsWays {
  constructor(
    private readonly seal: SecretSeal,
    @Inject(CONFIG) private readonly config: { readonly outbound: OutboundPolicy },
  ) {}

  /** @throws AddressRefused, SecretUnreadable, the resolver's errors */
  async to({ websiteId, ils }: { readonly websiteId: number; readonly ils: IlsSettings }): Promise<SipWalk> {
    const whole = AbortSignal.timeout(WHOLE_MS);
    const connecting = AbortSignal.timeout(CONNECTING_MS);
    const host = { hostname: ils.host, tls: ils.tls };
    const lookUp = { signal: connecting, websiteId };
    const addresses = await resolveAllowedHost(host, this.config.outbound, lookUp);
    const opened = (stored: string | null): string | null =>
      stored && this.seal.open(ilsSecretOwner(websiteId), stored);
    const passwords = { password: opened(ils.password), terminalPassword: opened(ils.terminalPassword) };
    return { server: { ...ils, addresses }, ils, passwords, deadlines: { connecting, whole } };
  }
}
