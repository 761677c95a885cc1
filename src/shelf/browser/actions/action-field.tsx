import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { ActionField } from '../http/records.js';
import { useFormatName } from '../shelf-context.js';
import { say } from '../words/say.js';
import { isYesOrNo } from './fields.js';
import { DAYS_FIELD } from './suspension.js';
import { inWords } from './words.js';

interface FieldProps {
  readonly field: ActionField;
  readonly preset: string;
  /** Why the service refused this field's value. */
  readonly problem: string | undefined;
}

/** An input for a field of an action: a choice where the action lists options. */
export function FieldInput({ field, preset, problem }: FieldProps): VNode {
  const id = useId();
  if (isYesOrNo(field)) return <Box field={field} preset={preset} />;
  const described = {
    id: `${id}-input`,
    name: field.name,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
  };
  return (
    <div class="field">
      <label for={described.id}>{inWords(field.name)}</label>
      {field.options === undefined ? (
        <input {...described} {...typeOf(field)} defaultValue={preset} />
      ) : (
        <Options field={field} preset={preset} described={described} />
      )}
      {problem !== undefined && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

function Box({ field, preset }: Pick<FieldProps, 'field' | 'preset'>): VNode {
  return (
    <label class="check">
      <input type="checkbox" name={field.name} value="true" defaultChecked={preset === 'true'} />
      <span>{inWords(field.name)}</span>
    </label>
  );
}

function Options({
  field: { options = [], optional },
  preset,
  described,
}: Pick<FieldProps, 'field' | 'preset'> & { readonly described: object }): VNode {
  const nameOf = useFormatName();
  return (
    <select {...described}>
      {optional === true && <option value="">{say('noChoice')}</option>}
      {options.map((option) => (
        <option key={option} value={option} selected={option === preset}>
          {nameOf(option) ?? inWords(option)}
        </option>
      ))}
    </select>
  );
}

/** The service checks values and says what is wrong: the browser only offers the fitting keyboard. */
function typeOf({ name, type }: ActionField): object {
  if (name === DAYS_FIELD || type === 'date') return { type: 'date' };
  if (type === 'number') return { inputMode: 'numeric' };
  return /e-?mail/i.test(name) ? { inputMode: 'email', autocomplete: 'email' } : {};
}
