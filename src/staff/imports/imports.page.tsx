import type { VNode } from 'preact';
import type { ImportRunRecord } from './imports.representation.js';
import { importAddress, pageAddress } from '../console/addresses.js';
import { CSV_KIND_NAMES, type CsvKind } from '../../records/csv/csv-members.js';
import { Choice, Field } from '../console/components/field.js';
import { Moment } from '../console/components/moment.js';
import { Table } from '../console/components/table.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { stateOf } from './state-words.js';
import { mayImportRows } from './csv-imports.service.js';
import { CONTENT, ENCODING, ENCODINGS, FILE } from './uploaded-file.js';

interface ImportsPageProps {
  readonly frame: LibraryFrame;
  readonly imports: readonly ImportRunRecord[];
  /** Why the file that was sent is not taken. */
  readonly problem: string | undefined;
}

const KIND_WORDS: Readonly<Record<CsvKind, string>> = {
  patrons: 'CSV: a patron in each row',
  titles: 'CSV: a title in each row',
  copies: 'CSV: how many copies of a title in each row',
};

/** A form for a new file, and what became of the last ones. */
export function ImportsPage({ frame, imports, problem }: ImportsPageProps): VNode {
  const { websiteId } = frame.library;
  const kinds = CSV_KIND_NAMES.filter((kind) => mayImportRows(frame.staff, websiteId, kind));
  return (
    <Layout frame={frame} section="imports" title="Imports">
      <form method="post" action={pageAddress(websiteId, 'imports')} encType="multipart/form-data">
        <Choice
          label="What is in the file"
          name={CONTENT}
          options={[
            ['records', 'Records: one JSON record per line'],
            ...kinds.map((kind) => [kind, KIND_WORDS[kind]] as const),
          ]}
        />
        <Choice
          label="Encoding of CSV"
          name={ENCODING}
          options={[['', 'Recognized'], ...ENCODINGS.map((name) => [name, name] as const)]}
        />
        <Field
          label="File"
          name={FILE}
          type="file"
          hint="The name of a file of records ends in .ndjson, .jsonl or .json. Of CSV, which may be compressed by gzip, you see the first rows before anything changes. What is rejected changes nothing; the rest is applied."
          problem={problem}
          required
        />
        <button type="submit">Import the file</button>
      </form>
      <h2>Imports of the last 90 days</h2>
      <p class="soft">
        Requests that sent records are listed too, except for small ones without a rejected line.
      </p>
      <Table
        caption="Imports"
        empty="There was no import."
        rows={imports}
        columns={[
          {
            heading: 'File',
            isName: true,
            cell: ({ fileName, importId }) => <a href={importAddress(websiteId, importId)}>{fileName}</a>,
          },
          { heading: 'State', cell: (run) => stateOf(run) },
          { heading: 'Started', cell: ({ started }) => <Moment at={new Date(started)} /> },
          { heading: 'By', cell: ({ startedBy }) => startedBy },
          { heading: 'Applied', isNumber: true, cell: ({ applied }) => applied.toLocaleString('en') },
          { heading: 'Rejected', isNumber: true, cell: ({ rejected }) => rejected.toLocaleString('en') },
        ]}
      />
    </Layout>
  );
}
