import type { Outbound } from '../../platform/outbound/outbound-policy.js';
import { ProviderKeys } from './provider-keys.js';

/** More than an installation has libraries with a provider of their own; what each holds is limited too. */
const MAX_PROVIDERS = 1_000;

/**
 * The keys of providers by their addresses: providers that have their keys in one place share them, and how often they are
 * asked. Of too many, the one that was not used for the longest time is forgotten.
 */
export class KnownProviders {
  private readonly keys = new Map<string, ProviderKeys>();

  /** @param proxy through which they are asked; undefined: directly */
  constructor(
    private readonly proxy?: string,
    private readonly maxProviders = MAX_PROVIDERS,
  ) {}

  get size(): number {
    return this.keys.size;
  }

  /** @param policy undefined: the installation itself has set the address. No other provider has such keys. */
  at(url: string, policy: Outbound['policy']): ProviderKeys {
    const name = `${policy === undefined ? 'installation' : 'library'} ${url}`;
    const known = this.keys.get(name) ?? new ProviderKeys(new URL(url), { policy, proxy: this.proxy });
    // The map is in the order of insertion: the first is the one that was used before all others.
    this.keys.delete(name);
    this.keys.set(name, known);
    for (const [oldest] of this.keys) {
      if (this.keys.size <= this.maxProviders) break;
      this.keys.delete(oldest);
    }
    return known;
  }
}
