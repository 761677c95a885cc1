import type { Outbound } from '../../platform/outbound/outbound-policy.js';
import { ProviderKeys } from './provider-keys.js';

/** More than the libraries of an installation that have a provider. The size of each provider's keys is limited too. */
const MAX_PROVIDERS = 1_000;

/**
 * The keys of providers by their addresses. Providers with the same address share the keys, and the limit on fetching them. When there are
 * too many, the one that has not been used for longest is forgotten.
 */
export class KnownProviders {
  private readonly keys = new Map<string, ProviderKeys>();

  /** @param proxy fetches the keys; undefined: they are fetched directly */
  constructor(
    private readonly proxy?: string,
    private readonly maxProviders = MAX_PROVIDERS,
  ) {}

  get size(): number {
    return this.keys.size;
  }

  /** @param policy undefined: the installation itself has set the address. No library's provider shares such keys. */
  at(url: string, policy: Outbound['policy']): ProviderKeys {
    const name = `${policy === undefined ? 'installation' : 'library'} ${url}`;
    const known = this.keys.get(name) ?? new ProviderKeys(new URL(url), { policy, proxy: this.proxy });
    // The map keeps the order of insertion, so the least recently used comes first.
    this.keys.delete(name);
    this.keys.set(name, known);
    for (const [oldest] of this.keys) {
      if (this.keys.size <= this.maxProviders) break;
      this.keys.delete(oldest);
    }
    return known;
  }
}
