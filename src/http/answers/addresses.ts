import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../platform/settings/config.module.js';
import type { Config } from '../../platform/settings/config.js';

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
 * Every address in the service's answers. They are absolute and follow from the settings alone: the Host header of one
 * client must never reach another.
 */
@Injectable()
export class Addresses {
  readonly patron: string;
  readonly holds: string;
  readonly checkouts: string;
  readonly watches: string;
  /** How the patron's notices come. */
  readonly notices: string;
  /** The number for the patron's text messages. */
  readonly phone: string;
  /** The browsers that take the patron's push messages. */
  readonly pushSubscriptions: string;
  /** The stream of the patron's changes. */
  readonly changes: string;
  /** The welcome page. */
  readonly welcome: string;
  private readonly shelfPage: string | undefined;
  private readonly catalog: string;
  private readonly drawsCovers: boolean;
  private readonly mediaType: Readonly<Record<'catalog' | 'circulation' | 'content', string>>;

  constructor(@Inject(CONFIG) { publicUrl, catalogUrl, vendor, drawnCovers, shelf }: Config) {
    this.welcome = `${publicUrl}/`;
    this.shelfPage = shelf ? `${publicUrl}/shelf` : undefined;
    this.patron = `${publicUrl}/v1/patrons/me`;
    this.holds = `${this.patron}/holds`;
    this.checkouts = `${this.patron}/checkouts`;
    this.watches = `${this.patron}/watches`;
    this.notices = `${this.patron}/notices`;
    this.phone = `${this.notices}/phone`;
    this.pushSubscriptions = `${this.notices}/pushSubscriptions`;
    this.changes = `${this.patron}/changes`;
    this.catalog = catalogUrl;
    this.drawsCovers = drawnCovers;
    this.mediaType = {
      catalog: `application/vnd.${vendor}.api+json`,
      circulation: `application/vnd.${vendor}.circulation.api+json`,
      content: `application/vnd.${vendor}.content.api+json`,
    };
  }

  hold(reserveId: string): string {
    return `${this.holds}/${reserveId}`;
  }

  suspension(reserveId: string): string {
    return `${this.hold(reserveId)}/suspension`;
  }

  /** The limit on the patron's holds that are ready at the same time. */
  get pace(): string {
    return `${this.holds}/pace`;
  }

  /** The suspensions of all of the patron's holds. */
  get allSuspensions(): string {
    return `${this.holds}/suspension`;
  }

  watch(reserveId: string): string {
    return `${this.watches}/${reserveId}`;
  }

  pushSubscription(subscriptionId: string): string {
    return `${this.pushSubscriptions}/${subscriptionId}`;
  }

  checkout(reserveId: string): string {
    return `${this.checkouts}/${reserveId}`;
  }

  /** The formats of a loan; a POST locks one in. */
  loanFormats(reserveId: string): string {
    return `${this.checkout(reserveId)}/formats`;
  }

  loanFormat(reserveId: string, formatType: string): string {
    return `${this.loanFormats(reserveId)}/${percentEncoded(formatType)}`;
  }

  downloadLink(reserveId: string, formatType: string): string {
    return `${this.loanFormat(reserveId, formatType)}/downloadlink`;
  }

  downloadRedirect(reserveId: string): string {
    return `${this.loanFormats(reserveId)}/downloadredirect`;
  }

  /** The page on which a reader chooses the format of a loan. */
  formatChoice(sealedLoan: string): string {
    return `${this.welcome}content/format?loan=${sealedLoan}`;
  }

  /** A URI template (RFC 6570, level 1) with these variables as the parameters of their names. */
  downloadLinkTemplate(reserveId: string, formatType: string, variables: readonly string[]): string {
    const query = variables.map((name) => `${name}={${name}}`).join('&');
    return `${this.downloadLink(reserveId, formatType)}?${query}`;
  }

  /** The products of all of a patron's collections, in which searches run. */
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

  /** One page of a search's results. */
  search(collectionToken: string, parameters: QueryParameters): string {
    return `${this.products(collectionToken)}/?${queryOf(parameters)}`;
  }

  accountsAvailability(collectionToken: string, reserveId: string): string {
    return `${this.catalog}/v2/collections/${collectionToken}/products/${reserveId}/availability`;
  }

  /** `products`: identifiers separated by commas. */
  availabilityList(version: 'v1' | 'v2', collectionToken: string, products: string): string {
    return `${this.catalog}/${version}/collections/${collectionToken}/availability?${queryOf({ products })}`;
  }

  /** Of several titles: `products` is their identifiers, separated by commas. */
  otherFormats(collectionToken: string, products: string): string {
    return `${this.catalog}/v1/collections/${collectionToken}/otherFormats?${queryOf({ products })}`;
  }

  library(websiteId: number): string {
    return `${this.catalog}/v1/libraries/${websiteId}`;
  }

  forecast(websiteId: number): string {
    return `${this.library(websiteId)}/forecast`;
  }

  /** The page on which the library's patrons see their titles; undefined if it is off. */
  shelf(websiteId: number): string | undefined {
    return this.shelfPage && `${this.shelfPage}?library=${websiteId}`;
  }

  /** The cover that the service draws, in any size: it is a vector image. */
  cover(reserveId: string): string {
    return `${this.catalog}/covers/${reserveId}.svg`;
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

  /** The same, which also asks how titles can be read. */
  accessibleSearchTemplate(collectionToken: string): string {
    return `${this.searchTemplate(collectionToken)}&accessibility={accessibility}`;
  }

  /** A URI template (RFC 6570, level 1) with the collection token already filled in. */
  availabilityTemplate(collectionToken: string): string {
    return `${this.products(collectionToken)}/{reserveId}/availability`;
  }

  availabilityListTemplate(collectionToken: string): string {
    return `${this.catalog}/v1/collections/${collectionToken}/availability?products={reserveIds}`;
  }

  otherFormatsTemplate(collectionToken: string): string {
    return `${this.catalog}/v1/collections/${collectionToken}/otherFormats?products={reserveIds}`;
  }

  metadataTemplate(collectionToken: string): string {
    return `${this.catalog}/v1/collections/${collectionToken}/bulkmetadata?reserveIds={reserveIds}`;
  }

  /** A link to the cover that the service draws; undefined if `DRAWN_COVERS` is off. */
  coverLink(reserveId: string): Link | undefined {
    return this.drawsCovers ? { href: this.cover(reserveId), type: 'image/svg+xml' } : undefined;
  }

  /** For libraries, titles and their availability. */
  catalogLink(href: string): Link {
    return { href, type: this.mediaType.catalog };
  }

  /** For resources of a patron: everything under `/v1/patrons`. */
  circulationLink(href: string): Link {
    return { href, type: this.mediaType.circulation };
  }

  /** For a loan's formats and their content, although they are under `/v1/patrons`. */
  contentLink(href: string): Link {
    return { href, type: this.mediaType.content };
  }
}

type QueryParameters = Readonly<Record<string, string | number | undefined>>;

/** Drops undefined parameters. Commas and colons stay as they are, because people read these addresses. */
function queryOf(parameters: QueryParameters): string {
  return Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encoded(String(value))}`]))
    .join('&');
}

function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':');
}

/** Encodes all but the unreserved characters of RFC 3986, as URI templates require; `encodeURIComponent` leaves a few. */
export function percentEncoded(value: string): string {
  return encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
