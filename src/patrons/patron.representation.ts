import {
  effectiveLendingPeriod,
  FORMAT_CLASSES,
  type FormatClass,
  LENDING_PERIOD_DAYS,
} from '../domain/lending-period.js';
import { readableReason } from '../domain/patron.js';
import type { NoticeChannels } from '../domain/texts.js';
import { type Action, REQUEST_TYPE } from '../http/answers/action.representation.js';
import type { Addresses, Link, LinkTemplate } from '../http/answers/addresses.js';
import type { PatronProfile } from './patrons.store.js';

/**
 * The patron information record.
 * @see contract: #patron-information-record
 */
export interface PatronRecord {
  readonly patronId: number;
  readonly websiteId: number;
  /** True once the patron has had a hold or a checkout here. */
  readonly existingPatron: boolean;
  /** Names the collections that the patron may use, in catalog addresses. It can change: do not keep it. */
  readonly collectionToken: string;
  /** How many titles the patron may have on hold. */
  readonly holdLimit: number;
  /** How many titles the patron may have on loan. */
  readonly checkoutLimit: number;
  /** Absent until the patron has placed a hold with an address. */
  readonly lastHoldEmail?: string;
  /** How notices come. Absent where the library sends no text messages. */
  readonly noticesBy?: NoticeChannels;
  /** Only of a patron whom the library has blocked. */
  readonly blocked?: BlockRecord;
  /** The last day on which the patron may use the service, as the library counts days. */
  readonly expiresOn?: string;
  /** Whether `expiresOn` is over. Absent without it. */
  readonly isExpired?: boolean;
  readonly lendingPeriods: readonly LendingPeriodRecord[];
  readonly links: Readonly<
    Record<'self' | 'checkouts' | 'holds' | 'watches' | 'notices' | 'library' | 'changes', Link>
  >;
  /**
   * `availabilityList`, `otherFormats` and `metadata` are of several titles at once, with commas between. `accessibleSearch` is `search`, which also asks how
   * titles can be read: absent where that is known of no title of the library.
   */
  readonly linkTemplates: Readonly<
    Record<'search' | 'availability' | 'availabilityList' | 'otherFormats' | 'metadata', LinkTemplate> &
      Partial<Record<'accessibleSearch', LinkTemplate>>
  >;
  /** One for each format. */
  readonly actions: readonly { readonly editLendingPeriod: Action }[];
}

export interface BlockRecord {
  /** In the library's words. */
  readonly reason: string;
}

export interface LendingPeriodRecord {
  readonly formatType: FormatClass;
  /** The period that counts: the library's override, else the patron's preference, else the library's default. */
  readonly lendingPeriod: number;
  readonly units: 'days';
}

export function representPatron(profile: PatronProfile, addresses: Addresses): PatronRecord {
  const lendingPeriods = FORMAT_CLASSES.map((formatType): LendingPeriodRecord => ({
    formatType,
    lendingPeriod: effectiveLendingPeriod(formatType, profile),
    units: 'days',
  }));
  return {
    patronId: profile.patronId,
    websiteId: profile.websiteId,
    existingPatron: profile.existingPatron,
    collectionToken: profile.collectionToken,
    holdLimit: profile.holdLimit,
    checkoutLimit: profile.checkoutLimit,
    ...(profile.lastHoldEmail !== null && { lastHoldEmail: profile.lastHoldEmail }),
    ...(profile.noticesBy !== null && { noticesBy: profile.noticesBy }),
    ...(profile.blockedReason !== null && { blocked: { reason: readableReason(profile.blockedReason) } }),
    ...(profile.expiresOn !== null && { expiresOn: profile.expiresOn, isExpired: profile.isExpired }),
    lendingPeriods,
    links: {
      self: addresses.circulationLink(addresses.patron),
      checkouts: addresses.circulationLink(addresses.checkouts),
      holds: addresses.circulationLink(addresses.holds),
      watches: addresses.circulationLink(addresses.watches),
      notices: addresses.circulationLink(addresses.notices),
      library: addresses.catalogLink(addresses.library(profile.websiteId)),
      changes: { href: addresses.changes, type: 'text/event-stream' },
    },
    linkTemplates: {
      search: addresses.catalogLink(addresses.searchTemplate(profile.collectionToken)),
      ...(profile.hasAccessibleTitles && {
        accessibleSearch: addresses.catalogLink(addresses.accessibleSearchTemplate(profile.collectionToken)),
      }),
      availability: addresses.catalogLink(addresses.availabilityTemplate(profile.collectionToken)),
      availabilityList: addresses.catalogLink(addresses.availabilityListTemplate(profile.collectionToken)),
      otherFormats: addresses.catalogLink(addresses.otherFormatsTemplate(profile.collectionToken)),
      metadata: addresses.catalogLink(addresses.metadataTemplate(profile.collectionToken)),
    },
    actions: FORMAT_CLASSES.map((formatClass) => ({
      editLendingPeriod: editLendingPeriod(formatClass, addresses),
    })),
  };
}

/** The days have no preset value: a client takes whichever field has one for the format. */
function editLendingPeriod(formatClass: FormatClass, addresses: Addresses): Action {
  return {
    href: addresses.patron,
    type: REQUEST_TYPE,
    method: 'PUT',
    fields: [
      { name: 'formatClass', type: 'text', value: formatClass, optional: false },
      {
        name: 'lendingPeriodDays',
        type: 'number',
        options: LENDING_PERIOD_DAYS[formatClass].map(String),
        optional: false,
      },
    ],
  };
}
