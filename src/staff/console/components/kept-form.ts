import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Refusal } from '../../../domain/errors.js';
import type { Typed } from '../../../http/fields/fields.decorators.js';

/** The field of a form that says as what it is sent: browsers send forms by `POST` only. */
export const METHOD = '_method';

/** A form that was not accepted, or came after the session had ended: its page shows it as it was filled in. */
export interface KeptForm {
  /** Where it was sent. */
  readonly action: string;
  readonly typed: Typed<string>;
  /** Why it was not accepted; absent: the session had ended. */
  readonly refusal?: Pick<Refusal, 'field' | 'message'>;
}

/** Of the page; undefined: none was kept. */
export const Kept = createContext<KeptForm | undefined>(undefined);

/** The form around a control; undefined unless it was kept. */
export const FormBefore = createContext<KeptForm | undefined>(undefined);

/** The form that is sent to `action` as this method, if it was kept. */
export function useFormBefore(action: string, as?: string): KeptForm | undefined {
  const kept = useContext(Kept);
  return kept?.action === action && kept.typed[METHOD] === as ? kept : undefined;
}

/** What was typed into the control of the form around it, and what is wrong with that. */
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
