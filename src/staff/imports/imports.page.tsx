import type { VNode } from 'preact';
import type { ImportRunRecord } from './imports.representation.js';
import { importAddress, pageAddress } from '../console/addresses.js';
import { Field } from '../console/components/field.js';
import { Moment } from '../console/components/moment.js';
import { Table } from '../console/components/table.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { stateOf } from './import.page.js';
import { FILE } from './uploaded-file.js';

interface ImportsPageProps {
  readonly frame: LibraryFrame;
  readonly imports: readonly ImportRunRecord[];
  /** Why the file that was sent is not taken. */
  readonly problem: string | undefined;
}

/** A form for a new file, and what became of the last ones. */
export function ImportsPage({ frame, imports, problem }: ImportsPageProps): VNode {
  const { websiteId } = frame.library;
  return (
    <Layout frame={frame} section="imports" title="Imports">
      <form method="post" action={pageAddress(websiteId, 'imports')} encType="multipart/form-data">
        <Field
          label="File of records"
          name={FILE}
          type="file"
          hint="One JSON record per line; its name ends in .ndjson, .jsonl or .json. A line that is rejected changes nothing; the others are applied."
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
