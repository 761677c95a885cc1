import { applyDecorators } from '@nestjs/common';
import { IsOptional } from 'class-validator';
import { IsText } from '../../http/fields/validators.js';
import { type CsvMapping, MappingProblem, readMapping } from '../../records/csv/csv-mapping.js';
import { codedMembers, CSV_KIND_NAMES, type CsvKind } from '../../records/csv/csv-members.js';
import type { ImportManner } from '../../records/engine/import-runs.store.js';
import { WHOLE_LIST_NAMES } from '../../records/engine/whole-list.js';
import { MAX_CSV_COLUMNS } from '../../records/csv/csv-rows.js';

/** The control with the member of a column. */
export const columnField = (index: number): string => `column${index}`;
/** The control with what stands for a member's values. */
export const valuesField = (member: string): string => `values-${member}`;

/** Which button was pressed: to import, or to see what that would do. */
export const IMPORT = 'import';
export const TRY = 'try';
/** After a trial, by the columns that were tried. */
export const IMPORT_TRIED = 'import-tried';
/** Whether the file is the whole list, and however many it leaves out. */
export const WHOLE = 'whole';
export const FORCED = 'forced';

/** What each column is, as it was chosen, and which button was pressed. */
export class MappingForm {
  readonly [name: string]: string | undefined;
}

const FIELDS = [
  'action',
  WHOLE,
  FORCED,
  ...Array.from({ length: MAX_CSV_COLUMNS }, (_, index) => columnField(index)),
  ...new Set(CSV_KIND_NAMES.flatMap(codedMembers).map(valuesField)),
];
for (const name of FIELDS) applyDecorators(IsOptional(), IsText())(MappingForm.prototype, name);

export function mannerIn(form: MappingForm, kind: CsvKind): ImportManner {
  const wholeList = WHOLE_LIST_NAMES.find((name) => name === kind && form[WHOLE] !== undefined) ?? null;
  return { dryRun: form.action === TRY, wholeList, isForced: form[FORCED] !== undefined };
}

/** @throws MappingProblem */
export function mappingIn(form: MappingForm, kind: CsvKind, columns: readonly string[]): CsvMapping {
  const chosen = columns.flatMap((column, index) => {
    const member = form[columnField(index)];
    return member === undefined ? [] : [{ column, member, values: valuesIn(form, member) }];
  });
  const alone = codedMembers(kind)
    .filter((member) => chosen.every((each) => each.member !== member))
    .map((member) => ({ column: null, member, values: valuesIn(form, member) }))
    .filter(({ values }) => Object.keys(values).length > 0);
  return readMapping(kind, [...chosen, ...alone]);
}

/** One a line, as `ADT = adult`. @throws MappingProblem */
function valuesIn(form: MappingForm, member: string): Record<string, string> {
  const lines = (form[valuesField(member)] ?? '').split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf('=');
      if (at === -1)
        throw new MappingProblem(
          `values of ${member} must be one a line, such as ADT = adult: ${JSON.stringify(line.trim())} is none`,
        );
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}
