/** The shapes of answers on which every API of this kind agrees: links, templates, actions. */
import type { Accessibility } from '../../../domain/titles/accessibility.js';

export interface Link {
  readonly href: string;
}

/** One input of an action. */
export interface ActionField {
  readonly name: string;
  readonly type: 'text' | 'number' | 'date';
  readonly value?: string;
  readonly options?: readonly string[];
  readonly optional?: boolean;
}

/** Something that may be done now. */
export interface Action {
  readonly href: string;
  readonly method: string;
  readonly fields?: readonly ActionField[];
}

export type Actions = Readonly<Record<string, Action>>;

/** Whatever an address answers. */
export interface Resource {
  readonly links?: Readonly<Record<string, Link>>;
  readonly linkTemplates?: Readonly<Record<string, Link>>;
  readonly actions?: Actions | readonly Actions[];
}

export interface PatronRecord extends Resource {
  readonly patronId: number;
  readonly websiteId: number;
  readonly holdLimit: number;
  readonly checkoutLimit: number;
  readonly lastHoldEmail?: string;
  /** Why the library deals with the patron no more. Not every service tells it. */
  readonly blocked?: { readonly reason: string };
  /** Absent where the library sends no text messages. */
  readonly noticesBy?: NoticeChannels;
  /** The patron's last day, such as 2035-12-31. */
  readonly expiresOn?: string;
  readonly isExpired?: boolean;
  /** The days in effect. */
  readonly lendingPeriods: readonly { readonly formatType: string; readonly lendingPeriod: number }[];
}

export interface HoldRecord extends Resource {
  readonly reserveId: string;
  readonly emailAddress: string;
  readonly holdListPosition: number;
  readonly numberOfHolds: number;
  readonly holdSuspension?: {
    readonly suspensionType: string;
    /** The name of the closed days that are the reason. Not every service tells it. */
    readonly closure?: string;
  };
  /** Absent of a suspension without an end. */
  readonly suspensionEndsDate?: string;
  readonly holdExpires?: string;
  /** A day, after which the hold ends. Not every service knows it. */
  readonly notNeededAfter?: string;
  /** The reserveIds of the patron's other holds of which they want one. Not every service knows it. */
  readonly alternatives?: readonly string[];
  /** While the library owns no copy any more. Not every service tells it. */
  readonly copiesLost?: { readonly holdEnds?: string };
  readonly estimatedWait?: EstimatedWait;
}

export type NoticeChannels = 'mail' | 'text' | 'both';

/** How mail comes. Not every service tells it. */
export interface NoticeChoice extends Resource {
  readonly daily: boolean;
  /** Whether the patron is told that a title is likely to be ready soon. Absent where nobody is. */
  readonly soon?: boolean;
  /** Absent where the library sends no text messages. */
  readonly by?: NoticeChannels;
  /** The number that text messages go to. */
  readonly phone?: string;
  /** A number to which a code was sent. */
  readonly pendingPhone?: string;
  readonly actions: Actions;
}

/** When a hold is expected to be ready. Not every service estimates it. */
export interface EstimatedWait {
  readonly likelyBy: string;
  readonly latestBy: string;
}

export interface HoldList extends Resource {
  readonly holds: readonly HoldRecord[];
}

/** A title that the patron keeps for later. */
export interface WatchRecord extends Resource {
  readonly reserveId: string;
  readonly title: string;
  /** Empty: the patron is told nothing. */
  readonly emailAddress: string;
}

export interface WatchList extends Resource {
  readonly watches: readonly WatchRecord[];
}

/** What a request for all holds did to each. */
export interface OutcomeList extends Resource {
  readonly outcomes: readonly { readonly outcome: string }[];
}

export interface LoanFormat extends Resource {
  readonly formatType: string;
}

export interface LoanRecord extends Resource {
  readonly reserveId: string;
  readonly expires: string;
  readonly formats: readonly LoanFormat[];
}

export interface LoanList extends Resource {
  readonly checkouts: readonly LoanRecord[];
}

export interface NamedFormat {
  readonly id: string;
  readonly name: string;
}

export interface LibraryRecord extends Resource {
  readonly name: string;
  /** Like #1a2b3c. */
  readonly color?: string;
  readonly nextHoliday?: { readonly name: string; readonly until: string };
  readonly formats: readonly NamedFormat[];
}

export interface TitleRecord extends Resource {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly images: Readonly<Record<string, Link>>;
  readonly formats: readonly NamedFormat[];
  readonly creators?: readonly { readonly name: string }[];
  readonly primaryCreator?: { readonly name: string };
  readonly shortDescription?: string;
  /** What is known of how it can be read. */
  readonly accessibility?: Accessibility;
}

export interface TitleList {
  readonly metadata: readonly TitleRecord[];
}

export interface SearchResult extends Resource {
  readonly totalItems: number;
  readonly offset: number;
  readonly products: readonly TitleRecord[];
}

export interface AvailabilityRecord extends Resource {
  readonly id: string;
  /** `AlwaysAvailable`: nobody waits. */
  readonly availabilityType: string;
  readonly copiesOwned: number;
  readonly copiesAvailable: number;
  /** How many of these are lent to whoever finds them, whoever waits. */
  readonly luckyDayCopiesOwned?: number;
  readonly luckyDayCopiesAvailable?: number;
  readonly numberOfHolds: number;
  /** When the first copies are expected. */
  readonly estimatedReleaseDate?: string;
  /** Of a hold that is placed now. */
  readonly estimatedWait?: EstimatedWait;
}

/** Another format of a title, and how available it is. */
export interface OtherFormat extends AvailabilityRecord {
  readonly mediaType: string;
}

export interface OtherFormatsList {
  readonly titles: readonly { readonly id: string; readonly otherFormats: readonly OtherFormat[] }[];
}

export interface AvailabilityList extends Resource {
  readonly availability: readonly AvailabilityRecord[];
}

/** Whether the library deals with the patron, as far as the service tells it. */
export function isServed({ blocked, isExpired }: PatronRecord): boolean {
  return blocked === undefined && isExpired !== true;
}

/** All actions of a resource, by name. Some answers list objects with one action each. */
export function actionsOf({ actions = {} }: Resource): [name: string, action: Action][] {
  const sets = Array.isArray(actions) ? (actions as readonly Actions[]) : [actions as Actions];
  return sets.flatMap((each) => Object.entries(each));
}
