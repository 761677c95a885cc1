import type { VNode } from 'preact';
import { type CsvMapping, valuesAsText } from '../../records/csv/csv-mapping.js';
import { type CsvKind, memberNames } from '../../records/csv/csv-members.js';
import type { CsvRun } from '../../records/csv/csv-runs.store.js';
import { importAddress } from '../addresses/addresses.js';
import { Box, Choice } from '../console/components/field.js';
import { PostForm } from '../console/components/form.js';
import { useTyped } from '../console/components/kept-form.js';
import { Notice } from '../console/components/notice.js';
import { Table } from '../console/components/table.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import type { PreviewedRow } from './csv-imports.service.js';
import { columnField, FORCED, IMPORT, TRY, valuesField, WHOLE } from './csv-mapping.requests.js';

interface CsvMappingPageProps {
  readonly frame: LibraryFrame;
  readonly importId: string;
  readonly fileName: string;
  readonly run: CsvRun;
  readonly mapping: CsvMapping;
  readonly preview: readonly PreviewedRow[];
  /** Why the columns cannot be what was chosen. */
  readonly problem: string | undefined;
}

/** What the columns of a CSV file are, and the first rows as the records that they become. Nothing has changed yet. */
export function CsvMappingPage(props: CsvMappingPageProps): VNode {
  const { frame, importId, fileName, run, mapping, preview, problem } = props;
  const { csvKind, columns } = run;
  const members = memberNames(csvKind).map((name) => [name, name] as const);
  return (
    <Layout frame={frame} section="imports" title={`Columns of ${fileName}`}>
      {problem !== undefined && <Notice tone="problem">{problem}</Notice>}
      {problem === undefined &&
        run.proposed?.questions.map((question) => (
          <Notice key={question} tone="warning">{`The file ${question}.`}</Notice>
        ))}
      <p>
        Nothing has changed yet. Say what each column of the file is. The next file of {csvKind} begins with
        this choice.
      </p>
      <h2>First rows, as they become records</h2>
      <p class="soft">
        Whether the library knows what they name, such as a category, is found when you try or import the
        file.
      </p>
      <Table
        caption="First rows"
        rows={preview}
        columns={[
          { heading: 'Record', isName: true, cell: ({ record }) => recordInWords(record) },
          { heading: 'Would be rejected', cell: ({ problem: reason }) => reason ?? '–' },
        ]}
      />
      <h2>Columns</h2>
      <PostForm action={`${importAddress(frame.library.websiteId, importId)}/columns`}>
        {columns.map((column, index) => (
          <Choice
            key={index}
            label={column === '' ? `Column ${index + 1}, without a name` : column}
            name={columnField(index)}
            value={mapping.find((each) => each.column === column)?.member ?? ''}
            options={[['', 'not imported'], ...members]}
          />
        ))}
        <h2>Values</h2>
        <p class="hint">
          What stands for the values of the file, one a line: ADT = adult. * = adult is for every other value,
          and for rows without one.
        </p>
        {[...valuesAsText(csvKind, mapping)].map(([member, text]) => (
          <Values key={member} label={`Values of ${member}`} name={valuesField(member)} text={text} />
        ))}
        <Decision kind={csvKind} />
      </PostForm>
    </Layout>
  );
}

/** Whether the file is the whole list, and what to do with it. */
function Decision({ kind }: { readonly kind: CsvKind }): VNode {
  return (
    <>
      {kind !== 'titles' && (
        <fieldset>
          <legend>Is it the whole list?</legend>
          <Box name={WHOLE}>{WHOLE_WORDS[kind]}</Box>
          <Box name={FORCED}>
            Also if that concerns more than a fifth of them
            {kind === 'patrons'
              ? ', or most patrons in the file would be blocked, expired, or have the same PIN'
              : ''}
            .
          </Box>
        </fieldset>
      )}
      <p class="buttons">
        <button type="submit" name="action" value={IMPORT}>
          Import the rows
        </button>
        <button type="submit" name="action" value={TRY}>
          Try it: change nothing
        </button>
        <button type="submit" name="action" value="show">
          Show the first rows again
        </button>
        <button type="submit" name="action" value="cancel">
          Do not import
        </button>
      </p>
    </>
  );
}

const WHOLE_WORDS = {
  patrons: 'The file has all patrons. Those that it does not name expire.',
  copies: 'The file has all titles with copies. Those that it does not name have no copies any more.',
};

interface ValuesProps {
  readonly label: string;
  readonly name: string;
  readonly text: string;
}

function Values({ label, name, text }: ValuesProps): VNode {
  const { typed } = useTyped(name);
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <textarea id={name} name={name} rows={4}>
        {typed ?? text}
      </textarea>
    </div>
  );
}

/** Without the PIN, and without what every row has. */
function recordInWords({ record: _, websiteId: __, pin, ...members }: PreviewedRow['record']): string {
  return Object.entries({ ...members, ...(pin !== undefined && { pin: '•••' }) })
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
