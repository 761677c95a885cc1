import type { InputHTMLAttributes, VNode } from 'preact';

interface FieldProps {
  readonly label: string;
  /** What follows the label, for users who do not see where the control is. */
  readonly labelEnd?: string;
  readonly name: string;
  readonly type?: 'text' | 'number' | 'search' | 'email' | 'file' | 'password';
  readonly value?: string | number | undefined;
  /** What may be entered, under the label. */
  readonly hint?: string;
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly autocomplete?: string;
  /** Distinguishes controls of the same name on one page. */
  readonly id?: string;
}

/** A control of a form, with its label and what may be entered. */
export function Field({ label, labelEnd, hint, id, ...control }: FieldProps): VNode {
  const controlId = id ?? `field-${control.name}`;
  const hintId = `${controlId}-hint`;
  const attributes = {
    type: 'text',
    ...control,
    id: controlId,
    'aria-describedby': hint === undefined ? undefined : hintId,
    // The compiler has a type of attributes for each type of control.
  } as InputHTMLAttributes;
  return (
    <div class="field">
      <label for={controlId}>
        {label}
        {labelEnd !== undefined && <span class="visually-hidden">{labelEnd}</span>}
      </label>
      {hint !== undefined && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
      <input {...attributes} />
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly value?: string | undefined;
  readonly id?: string;
}

/** One of several values. */
export function Choice({ label, name, options, value, id = `field-${name}` }: ChoiceProps): VNode {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
