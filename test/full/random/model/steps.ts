import type { Category, Collection, FormatClass } from './state.js';

export const PATRONS = 5;

/** The `emailAddress` of a request; `none` sends no such field, and `nobody` is not an address. */
export type SentEmail = 'one@example.org' | 'ONE@example.org' | 'two@example.org' | 'nobody' | 'none';

export interface SentSuspension {
  readonly type: 'indefinite' | 'limited';
  readonly days: number | null;
  readonly email: SentEmail;
}

/** Which of its two identifiers names the title. */
export type NamedBy = 'reserveId' | 'crossRefId';

interface OfPatron {
  readonly patron: number;
}
interface OfHold extends OfPatron {
  readonly title: number;
}
interface NamedHold extends OfHold {
  readonly by: NamedBy;
}
interface LastDay {
  /** In so many days; null sends an empty field, and undefined none. */
  readonly lastDay?: number | null | undefined;
}
interface Alternative {
  /** The title of the hold to which this one becomes an alternative; null sends an empty field, and undefined none. */
  readonly alternativeTo?: number | null | undefined;
}
interface Address {
  readonly email: SentEmail;
  /** Null sends no such field. */
  readonly ignoreEmail: boolean | null;
}

/** One type of step for each kind. */
type Steps<Kind extends string, Members = object> = Kind extends string
  ? Members & { readonly kind: Kind }
  : never;

/** What a patron requests. */
export type PatronStep =
  | Steps<
      'place',
      NamedHold &
        Address &
        LastDay &
        Alternative & { readonly atAddress: boolean; readonly suspension: SentSuspension | null }
    >
  | Steps<'edit', OfHold & Address & LastDay & Alternative>
  | Steps<'remove' | 'release' | 'return' | 'find hold' | 'find loan', NamedHold>
  | Steps<'suspend' | 'change suspension', OfHold & { readonly suspension: SentSuspension }>
  | Steps<'suspend all', OfPatron & { readonly suspension: SentSuspension; readonly includeReady: boolean }>
  | Steps<'release all', OfPatron>
  | Steps<'watch', OfHold & { readonly email: SentEmail; readonly insteadOfHold: boolean }>
  | Steps<'unwatch', NamedHold>
  | Steps<'choose pace', OfPatron & { readonly readyAtMost: number | null }>
  | Steps<'borrow', OfHold & { readonly format: string | null }>
  | Steps<'availability', OfHold>
  | Steps<'list holds' | 'list loans' | 'list watches' | 'profile', OfPatron>
  | Steps<'prefer', OfPatron & { readonly formatClass: FormatClass; readonly days: number }>;

export type OperatorStep =
  | Steps<'operator removes' | 'operator returns' | 'put back', OfHold>
  | Steps<
      'move in line',
      OfHold & {
        readonly side: 'before' | 'after';
        /** Another patron with a hold; null: the first hold that waits. */
        readonly other: number | null;
      }
    >;

interface OfLicence {
  readonly title: number;
  readonly collection: Collection;
  readonly licence: 'one' | 'two';
}
interface LicenceTerms {
  readonly concurrency: number | null;
  readonly loans: number | null;
  /** Hours from now. They end on a half: nothing else does. */
  readonly startsIn: number | null;
  readonly endsIn: number | null;
}

/** One record that the operator imports. */
export type RecordStep =
  | Steps<'own', { readonly title: number; readonly collection: Collection; readonly copies: number }>
  | Steps<'license', OfLicence & LicenceTerms>
  | Steps<'drop licence', OfLicence>
  | Steps<
      'offer lucky day',
      { readonly title: number; readonly collection: Collection; readonly copies: number }
    >
  | Steps<'move patron', OfPatron & { readonly category: Category }>
  | Steps<'open collections', { readonly category: Category; readonly collections: readonly Collection[] }>;

/** What the test itself does, or reads from the database. */
export type TestStep = Steps<'timers' | 'notices' | 'nothing is due'>;

/** One step of a run. It is plain data: a run can be printed and repeated. */
export type Step =
  PatronStep | OperatorStep | RecordStep | Steps<'advance', { readonly hours: number }> | TestStep;

export type StepOf<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>;
