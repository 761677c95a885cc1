import type { VNode } from 'preact';
import {
  checkOf,
  fieldsOf,
  type RequestClass,
  type RequestField,
} from '../../../http/fields/request-class.js';
import { POINT_IN_TIME } from '../../../http/fields/time.js';
import { Field, type FieldProps } from './field.js';

interface ControlProps<Request extends object> extends Partial<Omit<FieldProps, 'name'>> {
  /** The request that the form sends. */
  readonly of: RequestClass<Request>;
  readonly name: keyof Request & string;
}

/** A control for a field of a request, whose label and hint are those of the field. */
export function Control<Request extends object>({ of, name, ...shown }: ControlProps<Request>): VNode {
  const field = fieldsOf(of).find((each) => each.name === name);
  if (field === undefined) throw new Error(`${of.name} has no field ${name}.`);
  const { label = name, hint } = field.checks.find(({ context }) => context?.label)?.context ?? {};
  return (
    <Field
      label={label}
      name={name}
      type={typeOf(field)}
      required={checkOf(field, 'isOptional') === undefined}
      {...(hint !== undefined && { hint })}
      {...shown}
    />
  );
}

function typeOf(field: RequestField): NonNullable<FieldProps['type']> {
  if (field.type === Number) return 'number';
  return checkOf(field, 'isReadable')?.message === POINT_IN_TIME.message ? 'datetime-local' : 'text';
}
