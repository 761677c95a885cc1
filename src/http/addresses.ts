import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../platform/config.module.js';
import type { Config } from '../platform/config.js';

export interface Link {
  /** @format uri */
  readonly href: string;
  /** The media type of what is there. */
  readonly type: string;
}

export interface LinkTemplate {
  /**
   * A URI template (RFC 6570).
   * @format uri-template
   */
  readonly href: string;
  /** The media type of what is there. */
  readonly type: string;
}

/**
 * Every address that the service hands out. They are absolute and built from the settings alone: what a client puts into
 * the Host header must not come back to another client.
 */
@Injectable()
export class Addresses {
  readonly patron: string;
  readonly holds: string;
  readonly checkouts: string;
  private readonly catalog: string;
  private readonly mediaType: Readonly<Record<'circulation' | 'content' | 'service', string>>;

  constructor(@Inject(CONFIG) { publicUrl, catalogUrl, vendor }: Config) {
    this.patron = `${publicUrl}/v1/patrons/me`;
    this.holds = `${this.patron}/holds`;
    this.checkouts = `${this.patron}/checkouts`;
    this.catalog = catalogUrl;
    this.mediaType = {
      circulation: `application/vnd.${vendor}.circulation.api+json`,
      content: `application/vnd.${vendor}.content.api+json`,
      service: `application/vnd.${vendor}.api+json`,
    };
  }

  hold(reserveId: string): string {
    return `${this.holds}/${reserveId}`;
  }

  suspension(reserveId: string): string {
    return `${this.hold(reserveId)}/suspension`;
  }

  checkout(reserveId: string): string {
    return `${this.checkouts}/${reserveId}`;
  }

  /** All of a patron's collections: what a search is done on. */
  products(collectionToken: string): string {
    return `${this.catalog}/v1/collections/${collectionToken}/products`;
  }

  product(collectionToken: string, reserveId: string): string {
    return `${this.products(collectionToken)}/${reserveId}`;
  }

  metadata(collectionToken: string, reserveId: string): string {
    return `${this.product(collectionToken, reserveId)}/metadata`;
  }

  availability(collectionToken: string, reserveId: string): string {
    return `${this.product(collectionToken, reserveId)}/availability`;
  }

  /** One page of what a search finds. */
  search(collectionToken: string, parameters: QueryParameters): string {
    return `${this.products(collectionToken)}/?${queryOf(parameters)}`;
  }

  accountsAvailability(collectionToken: string, reserveId: string): string {
    return `${this.catalog}/v2/collections/${collectionToken}/products/${reserveId}/availability`;
  }

  /** `products`: identifiers with commas between. */
  availabilityList(collectionToken: string, products: string): string {
    return `${this.catalog}/v2/collections/${collectionToken}/availability?${queryOf({ products })}`;
  }

  library(websiteId: number): string {
    return `${this.catalog}/v1/libraries/${websiteId}`;
  }

  advantageAccounts(websiteId: number): string {
    return `${this.library(websiteId)}/advantageAccounts`;
  }

  advantageAccount(websiteId: number, accountNumber: number): string {
    return `${this.advantageAccounts(websiteId)}/${accountNumber}`;
  }

  /** A URI template (RFC 6570, level 1) with the collection token already filled in. */
  searchTemplate(collectionToken: string): string {
    const parameters = ['limit', 'offset', 'formats', 'sort', 'availability'];
    const query = ['q={keyword}', ...parameters.map((name) => `${name}={${name}}`)].join('&');
    return `${this.products(collectionToken)}/?${query}`;
  }

  /** A URI template (RFC 6570, level 1) with the collection token already filled in. */
  availabilityTemplate(collectionToken: string): string {
    return `${this.products(collectionToken)}/{reserveId}/availability`;
  }

  circulationLink(href: string): Link {
    return { href, type: this.mediaType.circulation };
  }

  contentLink(href: string): Link {
    return { href, type: this.mediaType.content };
  }

  serviceLink(href: string): Link {
    return { href, type: this.mediaType.service };
  }
}

type QueryParameters = Readonly<Record<string, string | number | undefined>>;

/** Without the parameters that are undefined. Commas and colons stay as they are: these addresses are read. */
function queryOf(parameters: QueryParameters): string {
  return Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encoded(String(value))}`]))
    .join('&');
}

function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':');
}
