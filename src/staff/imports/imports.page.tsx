import type { VNode } from 'preact';
import type { ImportRunRecord } from './imports.representation.js';
import { ENTRY_KINDS, type EntryKind } from '../../domain/library-calendar.js';
import type { NotInFile, WholeListName } from '../../records/engine/whole-list.js';
import type { Rejection } from '../../records/engine/records-import.js';
import { importAddress, pageAddress } from '../addresses/addresses.js';
import { describeMapping } from '../../records/csv/csv-mapping.js';
import { CSV_KIND_NAMES, type CsvKind } from '../../records/csv/csv-members.js';
import { inWords } from '../../records/csv/member-words.js';
import { Facts } from '../console/components/facts.js';
import { Choice, Field } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import { Link, PostButton } from '../console/components/post-button.js';
import { Moment } from '../console/components/moment.js';
import { Notice, type Tone } from '../console/components/notice.js';
import { Table } from '../console/components/table.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { isOpenTo } from '../permissions/permissions.js';
import { mayImportRows } from './csv-imports.service.js';
import { IMPORT_TRIED, TRY } from './csv-mapping.requests.js';
import { CONTENT, ENCODING, ENCODINGS, FILE, MANNER } from './uploaded-file.js';

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
  licences: 'CSV: a licence in each row',
};

const CALENDAR_WORDS: Readonly<Record<EntryKind, string>> = {
  closed: 'Calendar (.ics): days on which the library is closed',
  holiday: 'Calendar (.ics): holidays',
  term: 'Calendar (.ics): terms',
};

/** What may be in a file of these staff. */
function contentsFor({ staff, library: { websiteId } }: LibraryFrame): (readonly [string, string])[] {
  const calendars = isOpenTo(staff, 'admin', websiteId) ? ENTRY_KINDS : [];
  return [
    ...CSV_KIND_NAMES.filter((kind) => mayImportRows(staff, websiteId, kind)).map(
      (kind) => [kind, KIND_WORDS[kind]] as const,
    ),
    ['records', 'Records, as a program writes them'],
    ...calendars.map((kind) => [`calendar-${kind}`, CALENDAR_WORDS[kind]] as const),
  ];
}

/** A form for a new file, and what became of the last ones. */
export function ImportsPage({ frame, imports, problem }: ImportsPageProps): VNode {
  const { websiteId } = frame.library;
  return (
    <Layout frame={frame} section="imports" title="Imports">
      <form method="post" action={pageAddress(websiteId, 'imports')} encType="multipart/form-data">
        <Choice label="What is in the file" name={CONTENT} options={contentsFor(frame)} />
        <Choice
          label="Encoding of CSV"
          name={ENCODING}
          options={[['', 'Recognized'], ...ENCODINGS.map((name) => [name, name] as const)]}
        />
        <Field
          label="File"
          name={FILE}
          type="file"
          hint="Of CSV, which may be compressed by gzip, you see the first rows before anything changes. The name of a file of records ends in .ndjson, .jsonl or .json. What is rejected changes nothing; the rest is applied."
          problem={problem}
          required
        />
        <p class="buttons">
          <button type="submit">Import the file</button>
          <button type="submit" name={MANNER} value={TRY}>
            Try it: change nothing
          </button>
        </p>
      </form>
      <h2>Imports of the last 90 days</h2>
      <p class="soft">
        Files that the command has imported are listed too, and so are requests that sent records, except for
        small ones without a rejected line.
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
          { heading: 'PINs removed', isNumber: true, cell: ({ pinsRemoved }) => countIfAny(pinsRemoved) },
        ]}
      />
    </Layout>
  );
}

/** Empty for none, which is usual. */
const countIfAny = (count: number | null): string =>
  count === null || count === 0 ? '' : count.toLocaleString('en');

interface ImportPageProps {
  readonly frame: LibraryFrame;
  readonly run: ImportRunRecord;
  /** The first ones. */
  readonly rejections: readonly Rejection[];
  /** Undefined: the file has records. */
  readonly csvKind: CsvKind | undefined;
  /** It was tried, and can be imported without another upload. */
  readonly isKept: boolean;
}

/** How far an import is, and which lines it has rejected. It does not load itself again: that would take the place from its reader. */
export function ImportPage(props: ImportPageProps): VNode {
  const { frame, run, csvKind, isKept } = props;
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
          ...effectsIn(run),
          ...columnsIn(run, csvKind),
          ['Rejected', rejected.toLocaleString('en')],
          ['Started by', run.startedBy],
          ['Started', <Moment at={new Date(run.started)} />],
          ['Ended', run.ended === null ? '–' : <Moment at={new Date(run.ended)} />],
        ]}
      />
      {isKept && (
        <PostButton
          to={`${importAddress(websiteId, run.importId)}/columns`}
          fields={{ action: IMPORT_TRIED }}
        >
          Import the rows that were tried
        </PostButton>
      )}
      <RejectedLines {...props} />
      <Link to={pageAddress(websiteId, 'imports')}>All imports</Link>
    </Layout>
  );
}

/** Which lines were rejected, and why; one button downloads them all. */
function RejectedLines({ frame, run, rejections, csvKind }: ImportPageProps): VNode {
  const { rejected } = run;
  return (
    <>
      <h2>Rejected lines</h2>
      {rejected > 0 && (
        <>
          <Form
            method="get"
            action={`${importAddress(frame.library.websiteId, run.importId)}/rejections.csv`}
            button="Download the rejected lines as CSV"
          />
          <p class="soft">
            Correct these lines, and import them again: lines that were applied change nothing the second
            time. Where each row is one copy, import the whole file again. PINs are not in it.
          </p>
        </>
      )}
      <Table
        caption="Rejected lines"
        empty={run.state === 'running' ? 'None so far.' : 'None.'}
        rows={rejections}
        columns={[
          { heading: 'Line', isNumber: true, isName: true, cell: ({ line }) => line },
          {
            heading: 'Reason',
            cell: ({ message }) => (csvKind === undefined ? message : inWords(csvKind, message)),
          },
        ]}
      />
      {rejected > rejections.length && <p>Only the first {rejections.length} are shown.</p>}
    </>
  );
}

/** What has become, or would become, of the records that were applied. */
function effectsIn(run: ImportRunRecord): [string, string][] {
  const { pinsRemoved, pinsKept, blocksKept, holdsBeyondRules, notInFile, wholeList } = run;
  const counts = effectCounts(run);
  if (pinsKept !== null && pinsKept > 0) counts.push(['PINs kept: stars or hashes in the file', pinsKept]);
  if (pinsRemoved !== null && pinsRemoved > 0) counts.push(['PINs removed', pinsRemoved]);
  if (blocksKept !== null && blocksKept > 0)
    counts.push(['Not blocked in the file, and still blocked by the desk', blocksKept]);
  if (holdsBeyondRules !== null && holdsBeyondRules > 0)
    counts.push(['Holds placed though the patron is blocked, expired or at the limit', holdsBeyondRules]);
  const known: [string, string][] = counts.map(([name, count]) => [name, count.toLocaleString('en')]);
  return wholeList === null || notInFile === null
    ? known
    : [...known, ['Not in the file', notInFileIn(notInFile, wholeList, run.dryRun)]];
}

function columnsIn({ columns }: ImportRunRecord, csvKind: CsvKind | undefined): [string, string][] {
  return columns === null || csvKind === undefined
    ? []
    : [['Columns', inWords(csvKind, describeMapping(columns))]];
}

/** Of holds, loans and some others it is not known what has become of them. */
function effectCounts({ applied, effects }: ImportRunRecord): [string, number][] {
  if (effects === null) return [];
  const { added, changed, unchanged, removed, merged } = effects;
  const others = applied - added - changed - unchanged - removed - merged;
  return [
    ['Added', added],
    ['Changed', changed],
    ['As before', unchanged],
    ['Removed', removed],
    ...(merged > 0 ? [['Left out: merged into another patron', merged] satisfies [string, number]] : []),
    ...(others > 0 ? [['Others', others] satisfies [string, number]] : []),
  ];
}

/** Of a trial, nothing has ended yet. */
function notInFileIn(
  { missing, active, ended, problem }: NotInFile,
  wholeList: WholeListName,
  isTrial: boolean,
): string {
  const [things, would, have] = ENDS[wholeList];
  const count = `${missing.toLocaleString('en')} of ${active.toLocaleString('en')} ${things}`;
  if (problem !== null) return `${count}. Nothing has become of them. ${problem}`;
  if (isTrial) return `${count}. ${missing.toLocaleString('en')} would ${would}.`;
  return `${count}. ${ended.toLocaleString('en')} ${have}.`;
}

const ENDS: Readonly<Record<WholeListName, readonly [things: string, would: string, have: string]>> = {
  patrons: ['patrons', 'expire', 'have expired'],
  copies: ['titles', 'have no copies any more', 'have no copies any more'],
  licences: ['licences', 'end', 'have ended'],
};

const STATE_WORDS: Readonly<Record<ImportRunRecord['state'], string>> = {
  waiting: 'Waits for its columns',
  running: 'Running',
  done: 'Done',
  failed: 'Stopped early',
  interrupted: 'Interrupted',
};

/** The state of an import, in words. */
function stateOf(run: ImportRunRecord): string {
  if (isEmpty(run)) return 'No records';
  return run.dryRun && run.state === 'done' ? 'Tried: nothing has changed' : STATE_WORDS[run.state];
}

/** Whether it has come to its end without a record: nothing was wrong in it, and nothing was done. */
function isEmpty({ state, applied, rejected }: ImportRunRecord): boolean {
  return state === 'done' && applied + rejected === 0;
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
      if (run.dryRun)
        return `Nothing has changed. ${rejected === 0 ? 'All records' : 'All but the rejected lines'} would be applied.`;
      if (rejected === 0) return 'All records were applied.';
      return applied === 0
        ? 'Every line was rejected. Nothing has changed.'
        : 'Some lines were rejected. The others were applied.';
    case 'failed':
      return applied + rejected === 0
        ? `Nothing was imported. ${failure ?? ''}`
        : `The import stopped early. ${failure ?? ''} Import everything again.`;
    case 'interrupted':
      return 'The import was interrupted. Import the file again.';
  }
}
