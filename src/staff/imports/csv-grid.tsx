import type { VNode } from 'preact';
import type { CsvMapping } from '../../records/csv/csv-mapping.js';
import {
  type CsvKind,
  isSecret,
  memberNames,
  memberOf,
  partsOf,
  recordMember,
} from '../../records/csv/csv-members.js';
import type { CsvRun } from '../../records/csv/csv-runs.store.js';
import { inWords } from '../../records/csv/member-words.js';
import { Choice } from '../console/components/field.js';
import type { PreviewedRow } from './csv-preview.js';
import { columnField } from './csv-mapping.requests.js';

interface CsvGridProps {
  readonly run: CsvRun;
  readonly mapping: CsvMapping;
  readonly rows: readonly PreviewedRow[];
}

/** The file's headings, under each a choice of what it becomes, and the first rows, with what is wrong in a cell. */
export function CsvGrid({ run: { csvKind, columns }, mapping, rows }: CsvGridProps): VNode {
  const options = memberNames(csvKind).map((name) => [name, memberOf(csvKind, name).words] as const);
  const chosen = columns.map((column) => mapping.find((each) => each.column === column)?.member ?? '');
  const shown = new Set(chosen.flatMap(membersOf));
  return (
    <div class="sideways">
      <table class="grid">
        <caption>First rows of the file</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            {columns.map((column, index) => (
              <th key={index} scope="col">
                <Choice
                  label={column === '' ? `Column ${index + 1}, without a name` : column}
                  name={columnField(index)}
                  value={chosen[index] ?? ''}
                  options={[['', 'not imported'], ...options]}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <th scope="row">
                {row.problems.length === 0 ? 'Good' : 'Would be rejected'}
                <Problems
                  kind={csvKind}
                  sentences={row.problems
                    .filter(({ member }) => member === undefined || !shown.has(member))
                    .map(({ message }) => message)}
                />
              </th>
              {columns.map((column, at) => (
                <Cell key={at} kind={csvKind} row={row} column={column} member={chosen[at] ?? ''} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The members of the record that a choice becomes. */
const membersOf = (choice: string): string[] => (choice === '' ? [] : partsOf(choice).map(recordMember));

interface CellProps {
  readonly kind: CsvKind;
  readonly row: PreviewedRow;
  readonly column: string;
  readonly member: string;
}

function Cell({ kind, row, column, member: choice }: CellProps): VNode {
  if (choice === '') return <td />;
  const members = membersOf(choice);
  const problems = row.problems.filter(({ member }) => member !== undefined && members.includes(member));
  const text = isSecret(choice) ? '•••' : shortened(row.cells.get(column) ?? '');
  const becomes = problems.length > 0 ? undefined : inRecord(row.record[members[0] ?? '']);
  return (
    <td class={problems.length > 0 ? 'wrong' : undefined}>
      {text}
      {!isSecret(choice) && becomes !== undefined && becomes !== text && (
        <p class="hint">becomes {becomes}</p>
      )}
      <Problems kind={kind} sentences={problems.map(({ predicate }) => predicate)} />
    </td>
  );
}

interface ProblemsProps {
  readonly kind: CsvKind;
  readonly sentences: readonly string[];
}

function Problems({ kind, sentences }: ProblemsProps): VNode {
  return (
    <>
      {sentences.map((message) => (
        <p key={message} class="field-problem">
          {asSentence(inWords(kind, message))}
        </p>
      ))}
    </>
  );
}

const asSentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

/** Descriptions of titles are long. */
const MAX_SHOWN = 100;

const shortened = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1).toWellFormed()}…` : text;

/** Undefined: it is said by the cell itself, or not said. */
function inRecord(value: unknown): string | undefined {
  if (typeof value === 'string') return shortened(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null || !('reason' in value)) return undefined;
  return `blocked: ${shortened(String(value.reason))}`;
}
