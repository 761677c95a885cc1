import type { VNode } from 'preact';
import type { ImportRunRecord } from './imports.representation.js';
import type { Rejection } from '../../records/engine/records-import.js';
import { importAddress, pageAddress } from '../console/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Moment } from '../console/components/moment.js';
import { Notice, type Tone } from '../console/components/notice.js';
import { Table } from '../console/components/table.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { isEmpty, stateOf } from './state-words.js';

interface ImportPageProps {
  readonly frame: LibraryFrame;
  readonly run: ImportRunRecord;
  /** The first ones. */
  readonly rejections: readonly Rejection[];
}

/** How far an import is, and which lines it has rejected. It does not load itself again: that would take the place from its reader. */
export function ImportPage({ frame, run, rejections }: ImportPageProps): VNode {
  const { websiteId } = frame.library;
  const { state, applied, rejected } = run;
  return (
    <Layout frame={frame} section="imports" title={`Import of ${run.fileName}`}>
      <Notice tone={toneOf(run)}>{outcomeOf(run)}</Notice>
      {state === 'running' && (
        <p>
          <label>
            Progress <progress max={Math.max(run.bytes, 1)} value={run.bytesDone} />
          </label>{' '}
          <a href={importAddress(websiteId, run.importId)}>Show how far it is now</a>
        </p>
      )}
      <Facts
        facts={[
          ['State', stateOf(run)],
          ['Applied', applied.toLocaleString('en')],
          ['Rejected', rejected.toLocaleString('en')],
          ['Started by', run.startedBy],
          ['Started', <Moment at={new Date(run.started)} />],
          ['Ended', run.ended === null ? '–' : <Moment at={new Date(run.ended)} />],
        ]}
      />
      <h2>Rejected lines</h2>
      {rejected > 0 && (
        <p>
          <a href={`${importAddress(websiteId, run.importId)}/rejections.csv`} download>
            Download the rejected lines as CSV
          </a>
          . Correct these lines, and import them again: lines that were applied change nothing the second
          time. PINs are not in it.
        </p>
      )}
      <Table
        caption="Rejected lines"
        empty={state === 'running' ? 'None so far.' : 'None.'}
        rows={rejections}
        columns={[
          { heading: 'Line', isNumber: true, isName: true, cell: ({ line }) => line },
          { heading: 'Reason', cell: ({ message }) => message },
        ]}
      />
      {rejected > rejections.length && <p>Only the first {rejections.length} are shown.</p>}
      <p>
        <a href={pageAddress(websiteId, 'imports')}>All imports</a>
      </p>
    </Layout>
  );
}

function toneOf(run: ImportRunRecord): Tone {
  const { state, rejected } = run;
  if (state === 'running' || state === 'waiting') return 'plain';
  if (state === 'done') return rejected > 0 || isEmpty(run) ? 'warning' : 'good';
  return 'problem';
}

function outcomeOf(run: ImportRunRecord): string {
  const { state, applied, rejected, failure } = run;
  if (isEmpty(run)) return 'There was no record in it. Nothing has changed.';
  switch (state) {
    case 'waiting':
      return 'The file waits until somebody who may import it says what its columns are.';
    case 'running':
      return 'The import is running.';
    case 'done':
      if (rejected === 0) return 'All records were applied.';
      return applied === 0
        ? 'Every line was rejected. Nothing has changed.'
        : 'Some lines were rejected. The others were applied.';
    case 'failed':
      return `The import stopped early. ${failure ?? ''} Import everything again.`;
    case 'interrupted':
      return 'The import was interrupted. Import the file again.';
  }
}
