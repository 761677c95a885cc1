import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Refusal } from '../../../domain/errors.js';
import type { Typed } from '../../../http/fields/fields.decorators.js';

/** The form field that names the intended method: browsers send forms by `POST` only. */
export const METHOD = '_method';

/** A form that was refused, or came after the session had ended: its page shows it as it was filled in. */
export interface KeptForm {
  /** The address to which it was sent. */
  readonly action: string;
  readonly typed: Typed<string>;
  /** Why it was refused; absent: the session had ended. */
  readonly refusal?: Pick<Refusal, 'code' | 'field' | 'message'>;
}

/** The page's kept form; undefined: none. */
export const Kept = createContext<KeptForm | undefined>(undefined);

/** The kept form around a control; undefined: it was not kept. */
export const FormBefore = createContext<KeptForm | undefined>(undefined);

/** The kept form for this address and method, about the same thing, if any. */
export function useFormBefore(
  action: string,
  as?: string,
  about: Readonly<Record<string, string>> = {},
): KeptForm | undefined {
  const kept = useContext(Kept);
  if (kept?.action !== action || kept.typed[METHOD] !== as) return undefined;
  return Object.entries(about).every(([name, value]) => kept.typed[name] === value) ? kept : undefined;
}

/** The typed text of a control in the surrounding form, and its problem. */
export function useTyped(name: string): {
  readonly typed: string | undefined;
  readonly problem: string | undefined;
  readonly isKept: boolean;
} {
  const kept = useContext(FormBefore);
  const field = kept?.refusal?.field;
  return {
    isKept: kept !== undefined,
    typed: kept?.typed[name],
    problem: field?.name === name ? `This ${field.problem}` : undefined,
  };
}
