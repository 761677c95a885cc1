import { ValidationPipe } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import { refusedField } from '../../domain/errors.js';
import { parseWholeNumber } from '../../domain/numbers.js';
import { type FieldValues, GIVEN_TWICE } from './field-values.js';
import {
  allowedIn,
  fieldsOf,
  notAllowed,
  refusalOf,
  type RequestClass,
  type RequestField,
} from './request-class.js';

/**
 * Makes an instance of the parameter's class from a request's fields, and checks it by the class's decorators. Unknown fields are ignored: clients
 * send more than an operation needs.
 * @throws Refusal `MissingField`, or the code of the first invalid field
 */
export class FieldsPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      validatorPackage: { validate: validateSync },
      // Replaces class-transformer, which supports neither names in any case nor canonical digits.
      transformerPackage: {
        plainToInstance: requestFrom,
        classToPlain: (request) => ({ ...(request as object) }),
      },
      validationError: { target: true },
      // A class without fields is a programming error: the class of a parameter whose type is a union is Object.
      forbidUnknownValues: true,
      exceptionFactory: (errors) => brokenField(errors[0]),
    });
  }

  /** Validates everything: Nest would skip values of custom decorators. */
  protected override toValidate(): boolean {
    return true;
  }
}

/** Finds each field by its name in any case, and reads numbers and booleans from their text. */
function requestFrom<Request>(type: new () => Request, values: unknown): Request {
  const request = new type();
  for (const field of fieldsOf(type as RequestClass)) {
    const text = (values as FieldValues).get(field.name.toLowerCase());
    if (text === GIVEN_TWICE) throw refusedField(field.name, 'must be given once.');
    Object.assign(request as object, { [field.name]: text === undefined ? text : valueOf(text, field) });
  }
  return request;
}

/** No text is no value. Text that is no number becomes NaN, which no rule allows; text that is no boolean stays text. */
function valueOf(text: string, { type, checks }: RequestField): unknown {
  if (text === '') return checks.some(({ context }) => context?.canBeEmptied) ? null : undefined;
  const readAs = checks.find(({ context }) => context?.readAs)?.context?.readAs;
  if (readAs !== undefined) return readAs(text);
  if (type === Number) return parseWholeNumber(text, 0, Infinity) ?? NaN;
  if (type !== Boolean) return text;
  const word = text.toLowerCase();
  return word === 'true' || (word === 'false' ? false : text);
}

function brokenField(error: Pick<ValidationError, 'target' | 'property' | 'value'> | undefined): Error {
  const type = error?.target?.constructor as RequestClass;
  const field = fieldsOf(type).find(({ name }) => name === error?.property);
  if (field === undefined) return new Error(`${type.name} is not a class with fields.`);
  const allowed = allowedIn(field);
  if (error?.value === undefined)
    return refusedField(field.name, `is missing: it must be ${allowed}.`, 'MissingField');
  return notAllowed(field.name, allowed, refusalOf(field));
}
