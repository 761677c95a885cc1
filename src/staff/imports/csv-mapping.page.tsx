import type { VNode } from 'preact';
import { type CsvMapping, valuesAsText } from '../../records/csv/csv-mapping.js';
import { type CsvKind, memberOf } from '../../records/csv/csv-members.js';
import { inWords } from '../../records/csv/member-words.js';
import type { CsvRun } from '../../records/csv/csv-runs.store.js';
import { importAddress } from '../addresses/addresses.js';
import { Box } from '../console/components/field.js';
import { PostForm } from '../console/components/form.js';
import { useTyped } from '../console/components/kept-form.js';
import { Notice } from '../console/components/notice.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { CsvGrid } from './csv-grid.js';
import type { Preview } from './csv-preview.js';
import { FORCED, IMPORT, TRY, valuesField, WHOLE } from './csv-mapping.requests.js';

interface CsvMappingPageProps {
  readonly frame: LibraryFrame;
  readonly importId: string;
  readonly fileName: string;
  readonly run: CsvRun;
  readonly mapping: CsvMapping;
  readonly preview: Preview;
  /** Why the columns cannot be what was chosen. */
  readonly problem: string | undefined;
}

/** The first rows of a CSV file under its own headings, and what each column becomes. Nothing has changed yet. */
export function CsvMappingPage(props: CsvMappingPageProps): VNode {
  const { frame, importId, fileName, run, mapping, preview, problem } = props;
  const { csvKind } = run;
  return (
    <Layout frame={frame} section="imports" title={`Columns of ${fileName}`}>
      {problem !== undefined && <Notice tone="problem">{inWords(csvKind, problem)}</Notice>}
      {problem === undefined &&
        run.proposed?.questions.map((question) => (
          <Notice key={question} tone="warning">
            {inWords(csvKind, `The file ${question}.`)}
          </Notice>
        ))}
      <p>
        Nothing has changed yet. Under each heading of the file, say what the column is. The next file of{' '}
        {csvKind} begins with this choice. PINs, and cells that are not imported, are not shown.
      </p>
      <PostForm action={`${importAddress(frame.library.websiteId, importId)}/columns`}>
        <CsvGrid run={run} mapping={mapping} rows={preview.rows} />
        <h2>Values</h2>
        <p class="hint">
          If the file has other words than the library, one a line: ADT = adult. * = adult is for every other
          word, and for rows without one.
        </p>
        {[...valuesAsText(csvKind, mapping)].map(([member, text]) => (
          <Values
            key={member}
            label={memberOf(csvKind, member).words}
            known={knownValues(member, preview.codes)}
            name={valuesField(member)}
            text={text}
          />
        ))}
        <Decision kind={csvKind} />
      </PostForm>
    </Layout>
  );
}

/** What the library has, for members that name it. */
function knownValues(member: string, { categories, collections }: Preview['codes']): readonly string[] {
  if (member === 'category') return categories;
  return member === 'collectionId' ? collections : [];
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
  licences: 'The file has all licences. Those that it does not name end now.',
};

interface ValuesProps {
  readonly label: string;
  readonly known: readonly string[];
  readonly name: string;
  readonly text: string;
}

function Values({ label, known, name, text }: ValuesProps): VNode {
  const { typed } = useTyped(name);
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {known.length > 0 && (
        <p class="hint" id={`${name}-hint`}>
          The library has {known.join(', ')}.
        </p>
      )}
      <textarea
        id={name}
        name={name}
        rows={3}
        aria-describedby={known.length > 0 ? `${name}-hint` : undefined}
      >
        {typed ?? text}
      </textarea>
    </div>
  );
}
