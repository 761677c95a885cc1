import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../platform/config.module.js';
import type { Config } from '../platform/config.js';

export interface Link {
  readonly href: string;
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

  metadata(collectionToken: string, reserveId: string): string {
    return `${this.products(collectionToken)}/${reserveId}/metadata`;
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

  private products(collectionToken: string): string {
    return `${this.catalog}/v1/collections/${collectionToken}/products`;
  }
}
