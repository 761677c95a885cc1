export const SIP_CHARSETS = ['utf8', 'cp850', 'latin1'] as const;
export type SipCharset = (typeof SIP_CHARSETS)[number];

/** What a patron's status may say against the patron, in the order of SIP2's 14 characters. */
export const SIP_BLOCKS = [
  'chargeDenied',
  'renewalDenied',
  'recallDenied',
  'holdDenied',
  'cardLost',
  'tooManyCharged',
  'tooManyOverdue',
  'tooManyRenewals',
  'tooManyClaimsReturned',
  'tooManyLost',
  'excessiveFines',
  'excessiveFees',
  'recallOverdue',
  'tooManyBilled',
] as const;
export type SipBlock = (typeof SIP_BLOCKS)[number];

/** Patrons whose field has this value are of this category. */
export interface CategoryRule {
  /** Of the answer, such as PC. */
  readonly field: string;
  /** With a star at its end, a beginning. */
  readonly value: string;
  readonly category: string;
}

/** Only patrons whose field has one of these values may sign in. */
export interface HomeLibraries {
  /** Of the answer, such as AQ. */
  readonly field: string;
  /** As those of a rule. */
  readonly allow: readonly string[];
}

/** How a library's system is asked who a patron is: by SIP2. */
export interface IlsSettings {
  readonly kind: 'sip2';
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Certificates (PEM) of the authorities that are trusted in place of those that Node.js trusts. Null: those. */
  readonly ca: string | null;
  /** AO. */
  readonly institutionId: string;
  /** CP. */
  readonly locationCode: string | null;
  /** CN. Null: nobody has to sign in to the system. */
  readonly login: string | null;
  /** CO, as it is stored. */
  readonly password: string | null;
  /** AC, as it is stored. */
  readonly terminalPassword: string | null;
  readonly charset: SipCharset;
  readonly errorDetection: boolean;
  readonly scStatus: boolean;
  readonly endSession: boolean;
  /** What a card looks like. Null: the system is asked about whatever is typed. */
  readonly cardPattern: string | null;
  /** Null: patrons of all of the system's libraries. */
  readonly homeLibrary: HomeLibraries | null;
  readonly blocks: readonly SipBlock[];
  /** Whoever owes more is blocked, in the money of the system. Null: whoever owes more than the limit that the system names. */
  readonly feeLimit: number | null;
  readonly categories: readonly CategoryRule[];
  /** Of a patron whom no rule fits. Null: such a patron is refused. */
  readonly defaultCategory: string | null;
}

/** The members of the settings that are sealed, and never shown. */
export const ILS_PASSWORDS = ['password', 'terminalPassword'] as const;
export type IlsPassword = (typeof ILS_PASSWORDS)[number];

/** To whom they are sealed. */
export function ilsSecretOwner(websiteId: number): string {
  return `system of library ${websiteId}`;
}
