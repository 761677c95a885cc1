export const SIP_CHARSETS = ['utf8', 'cp850', 'latin1'] as const;
export type SipCharset = (typeof SIP_CHARSETS)[number];

/** The flags of a patron's status, in the order of SIP2's 14 characters. */
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

/** Puts patrons whose field has this value into this category. */
export interface CategoryRule {
  /** A field of the answer, such as PC. */
  readonly field: string;
  /** The value, or the beginning of one with a star behind it. */
  readonly value: string;
  readonly category: string;
}

/** Only patrons whose field has one of these values may sign in. */
export interface HomeLibraries {
  /** A field of the answer, such as AQ. */
  readonly field: string;
  /** Values, or beginnings of values with a star behind them. */
  readonly allow: readonly string[];
}

/** How a library's system is asked about patrons, by SIP2. */
export interface IlsSettings {
  readonly kind: 'sip2';
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Certificates (PEM) of the trusted authorities. Null: those that Node.js trusts. */
  readonly ca: string | null;
  /** The field AO. */
  readonly institutionId: string;
  /** The field CP. */
  readonly locationCode: string | null;
  /** The field CN. Null: the system needs no login. */
  readonly login: string | null;
  /** The field CO, as it is stored. */
  readonly password: string | null;
  /** The field AC, as it is stored. */
  readonly terminalPassword: string | null;
  readonly charset: SipCharset;
  readonly errorDetection: boolean;
  readonly scStatus: boolean;
  readonly endSession: boolean;
  /** The pattern of the library's cards. Null: the system is asked about any text. */
  readonly cardPattern: string | null;
  /** Null: patrons of all the system's libraries may sign in. */
  readonly homeLibrary: HomeLibraries | null;
  readonly blocks: readonly SipBlock[];
  /** A patron who owes more is blocked; in the money of the system. Null: the system's own limit counts. */
  readonly feeLimit: number | null;
  readonly categories: readonly CategoryRule[];
  /** The category of a patron whom no rule fits. Null: such a patron is refused. */
  readonly defaultCategory: string | null;
}

/** The settings that are sealed, and never shown. */
export const ILS_PASSWORDS = ['password', 'terminalPassword'] as const;
export type IlsPassword = (typeof ILS_PASSWORDS)[number];

/** The name that the passwords are sealed with. */
export function ilsSecretOwner(websiteId: number): string {
  return `system of library ${websiteId}`;
}
