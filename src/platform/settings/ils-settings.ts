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

/** How a library's system is asked who a patron is: by SIP2. */
export interface IlsSettings {
  readonly kind: 'sip2';
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** AO. */
  readonly institutionId: string;
  /** CP. */
  readonly locationCode: string | null;
  /** CN. Null: nobody has to sign in to the system. */
  readonly login: string | null;
  /** CO, as it is stored. */
  readonly password: string | null;
  readonly charset: SipCharset;
  readonly errorDetection: boolean;
  readonly scStatus: boolean;
  readonly endSession: boolean;
  readonly blocks: readonly SipBlock[];
  readonly categories: readonly CategoryRule[];
  /** Of a patron whom no rule fits. Null: such a patron is refused. */
  readonly defaultCategory: string | null;
}

/** To whom the password is sealed. */
export function ilsSecretOwner(websiteId: number): string {
  return `system of library ${websiteId}`;
}
