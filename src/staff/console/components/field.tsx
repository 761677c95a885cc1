import type { ComponentChildren, InputHTMLAttributes, VNode } from 'preact';
import { useTyped } from './kept-form.js';

export interface FieldProps {
  readonly label: string;
  /** Appended to the label, for users who do not see where the control is. */
  readonly labelEnd?: string;
  readonly name: string;
  readonly type?:
    'text' | 'number' | 'search' | 'email' | 'file' | 'password' | 'color' | 'date' | 'datetime-local';
  readonly value?: string | number | undefined;
  /** Says what may be entered, below the label. */
  readonly hint?: string;
  readonly required?: boolean;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly autocomplete?: string;
  /** Distinguishes controls of the same name on one page. */
  readonly id?: string;
  /** Why the value is not accepted, in plain words. */
  readonly problem?: string | undefined;
}

/** A control of a form, with its label, hint and problem. */
export function Field({ label, labelEnd, hint, id, ...props }: FieldProps): VNode {
  const { typed, ...kept } = useTyped(props.name);
  const { problem = kept.problem, ...control } = props;
  const controlId = id ?? `field-${control.name}`;
  const [hintId, problemId] = [`${controlId}-hint`, `${controlId}-problem`];
  const described = [hint !== undefined && hintId, problem !== undefined && problemId].filter(Boolean);
  const attributes = {
    type: 'text',
    ...control,
    ...(typed !== undefined && props.type !== 'password' && { value: typed }),
    id: controlId,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
    'aria-invalid': problem === undefined ? undefined : 'true',
    // The compiler has a type of attributes for each type of control.
  } as InputHTMLAttributes;
  return (
    <div class="field">
      <label for={controlId}>
        {label}
        {labelEnd !== undefined && <span class="for-readers">{labelEnd}</span>}
      </label>
      {hint !== undefined && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p class="field-problem" id={problemId} role="status">
          {problem}
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
  /** Shown while nothing is chosen. */
  readonly unchosen?: string;
  /** Why the choice is not accepted, in plain words. */
  readonly problem?: string | undefined;
}

/** A choice of one value. */
export function Choice({ label, name, options, value, unchosen, ...control }: ChoiceProps): VNode {
  const { typed, ...kept } = useTyped(name);
  const [chosen, problem] = [typed ?? value, control.problem ?? kept.problem];
  const id = control.id ?? `field-${name}`;
  const problemId = problem === undefined ? undefined : `${id}-problem`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {problem !== undefined && (
        <p class="field-problem" id={problemId} role="status">
          {problem}
        </p>
      )}
      <select
        id={id}
        name={name}
        required={unchosen !== undefined}
        aria-describedby={problemId}
        aria-invalid={problem === undefined ? undefined : 'true'}
      >
        {unchosen !== undefined && <option value="">{unchosen}</option>}
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface BoxProps {
  readonly name: string;
  /** The value sent; `yes` by default. */
  readonly value?: string;
  readonly checked?: boolean;
  readonly required?: boolean;
  readonly children: ComponentChildren;
}

/** A checkbox with its meaning. */
export function Box({ children, checked, ...control }: BoxProps): VNode {
  const { typed, isKept, problem } = useTyped(control.name);
  const isTicked = isKept ? typed !== undefined : checked;
  return (
    <>
      <label class="box">
        <input type="checkbox" value="yes" {...control} checked={isTicked} />
        <span>{children}</span>
      </label>
      {problem !== undefined && (
        <p class="field-problem" role="status">
          {problem}
        </p>
      )}
    </>
  );
}
