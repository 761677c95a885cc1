import { parsePhone } from '../domain/texts.js';
import { IsReadable, readField } from '../http/fields/validators.js';

/** Ask for a code (contract: #text-messages). */
export class PhoneRequest {
  /** A number with a plus and the code of its country. */
  @IsReadable(parsePhone, {
    message: 'a telephone number with a plus and the code of its country, like +14155550123',
    context: { example: '+14155550123' },
  })
  phone!: string;
}

/** Confirm a number (contract: #text-messages). */
export class PhoneCodeRequest {
  /** The six digits of the message. */
  @IsReadable(parseCode, { message: 'the six digits of the message', context: { example: '271828' } })
  code!: string;
}

/** People copy spaces along. */
function parseCode(text: string): string | undefined {
  const code = text.replace(/\s/g, '');
  return /^[0-9]{6}$/.test(code) ? code : undefined;
}

export function codeIn({ code }: PhoneCodeRequest): string {
  return readField(parseCode, code);
}

export function phoneIn({ phone }: PhoneRequest): string {
  return readField(parsePhone, phone);
}
