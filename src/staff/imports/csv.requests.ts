import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { parse as parseContentType } from 'content-type';
import type { Request } from 'express';
import { Refusal, refusal } from '../../domain/errors.js';
import { readJsonText } from '../../http/fields/request-body.js';
import type { BodyDescription } from '../../http/openapi/operation.decorator.js';
import { type CsvMapping, MappingProblem, readMappingFile } from '../../records/csv/csv-mapping.js';
import { CSV_KIND_NAMES, type CsvKind } from '../../records/csv/csv-members.js';
import { isEncoding } from '../../records/csv/csv-text.js';
import { wholeListProblem } from '../../records/engine/whole-list.js';
import type { ImportQuery } from './records.requests.js';

const CSV = 'text/csv';

export const CSV_BODY: BodyDescription = {
  mediaType: CSV,
  schema: {
    type: 'string',
    description: 'Rows, the first with the names of the columns. They may be compressed by gzip.',
  },
  example: 'borrowernumber,cardnumber,categorycode\n2001,28000000002001,ADT\n',
};

export const MAPPING_BODY: BodyDescription = {
  mediaType: 'application/json',
  schema: {
    type: 'array',
    description: 'What the columns are; docs/csv.md has the members.',
    items: {
      type: 'object',
      required: ['member'],
      properties: {
        column: { type: 'string' },
        member: { type: 'string' },
        values: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  },
  example: [
    { column: 'borrowernumber', member: 'patronId' },
    { column: 'cardnumber', member: 'cardNumber' },
    { column: 'categorycode', member: 'category', values: { ADT: 'adult' } },
  ],
};

/** The encoding that the request names; undefined if it names none. @throws Refusal `UnsupportedMediaType` */
export function encodingIn({ headers }: Request): string | undefined {
  const { type, parameters } = parseContentType(headers['content-type'] ?? '');
  const { charset } = parameters;
  if (type !== CSV || (charset !== undefined && !isEncoding(charset)))
    throw new Refusal(
      'UnsupportedMediaType',
      `The body must be sent as ${CSV}, in an encoding that is known here.`,
    );
  return charset;
}

/** `:kind` of the path. What is none is unknown: `NotFound`. */
export const CsvKindInPath = createParamDecorator((_: undefined, context: ExecutionContext): CsvKind => {
  const { params } = context.switchToHttp().getRequest<Request>();
  const kind = CSV_KIND_NAMES.find((name) => name === params.kind);
  if (kind === undefined) throw refusal('NotFound');
  return kind;
});

/** The mapping in the body, as in a mapping file. @throws Refusal `InvalidFieldValue` */
export async function mappingInBody(request: Request, kind: CsvKind): Promise<CsvMapping> {
  const text = await readJsonText(request);
  try {
    return readMappingFile(kind, text);
  } catch (error) {
    throw error instanceof MappingProblem ? new Refusal('InvalidFieldValue', error.message) : error;
  }
}

/** @throws Refusal `InvalidFieldValue` if the rows are to be the whole of another list */
export function requireListOf(kind: CsvKind, { full }: ImportQuery): void {
  const problem = wholeListProblem(kind, full);
  if (problem !== undefined) throw new Refusal('InvalidFieldValue', problem);
}
