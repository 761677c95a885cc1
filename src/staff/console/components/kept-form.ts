import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Typed } from '../../../http/fields/fields.decorators.js';

/** A form that came after the session had ended: after the sign-in its page shows it as it was filled in. */
export interface KeptForm {
  /** Where it was sent. */
  readonly action: string;
  readonly typed: Typed<string>;
}

/** Of the page; undefined: none was kept. */
export const Kept = createContext<KeptForm | undefined>(undefined);

/** What was typed into the form around a control; undefined unless the form was kept. */
export const TypedBefore = createContext<Typed<string> | undefined>(undefined);

/** What was typed into the form that is sent to `action`, if it was kept. */
export function useTypedInto(action: string): Typed<string> | undefined {
  const kept = useContext(Kept);
  return kept?.action === action ? kept.typed : undefined;
}
