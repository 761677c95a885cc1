import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { readRequest, type RequestClass } from './field.decorator.js';
import type { FieldValues } from './field-values.js';

/**
 * Makes an instance of the parameter's class of what a request has sent, and checks it by the class's decorators, as Nest's
 * ValidationPipe does. That pipe itself cannot: it takes an object whose values have their types already, while names match in
 * any case here and a rule reads the text of its value; it answers with all broken rules, in another body; and as a global pipe
 * it would cost each parameter of each handler a promise.
 */
export class FieldsPipe implements PipeTransform<FieldValues, object> {
  transform(values: FieldValues, { metatype }: ArgumentMetadata): object {
    return readRequest(metatype as RequestClass<object>, values);
  }
}
