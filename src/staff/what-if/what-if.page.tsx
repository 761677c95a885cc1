import type { ComponentChildren, VNode } from 'preact';
import type { TrialReport, TriedScenario, TriedTitle } from '../../waits/policy-trials.js';
import type { LibraryRules } from '../../waits/policy-trials.store.js';
import {
  MISSED_PICKUP,
  type MissedPickup,
  SUSPENSION_AFTER_MISSED_PICKUP_DAYS,
} from '../../domain/holds/hold.js';
import { FORMAT_CLASSES, type FormatClass, LENDING_PERIOD_DAYS } from '../../domain/lending-period.js';
import { DEFAULT_DAYS } from '../../domain/waits/policies/trial-limits.js';
import { pageAddress, queueAddress, withQuery } from '../addresses/addresses.js';
import { Columns } from '../console/components/columns.js';
import { Control } from '../console/components/control.js';
import { Box, Choice } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import { counted } from '../console/components/moment.js';
import { type Column, Table } from '../console/components/table.js';
import { Title } from '../console/components/title.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { PolicyChart } from './policy-chart.js';
import {
  assumptionsOf,
  daysText,
  difference,
  FIGURE_LINES,
  type FigureLine,
  judge,
  type Judgement,
  renewalText,
  subjectText,
} from './policy-words.js';
import type { TitleQueue } from '../queues/queues.store.js';
import { DAYS_OFFERED, WhatIfQuery } from './what-if.requests.js';

export type WhatIfTyped = Readonly<Partial<Record<keyof WhatIfQuery, string | number>>>;

interface WhatIfPageProps {
  readonly frame: LibraryFrame;
  readonly rules: LibraryRules;
  readonly typed: WhatIfTyped;
  /** Several titles are named as was typed. */
  readonly choices?: readonly TitleQueue[];
  readonly report?: TrialReport;
}

/** Compares other rules for a library with the present ones. */
export function WhatIfPage(props: WhatIfPageProps): VNode {
  const { frame, choices, report, typed } = props;
  return (
    <Layout frame={frame} section="what-if" title="What if?">
      <p>
        Ask one of these questions, or several at once. The queues are played through as they are now, with
        patrons who do what this library’s patrons did. Nothing is changed.
      </p>
      {report ? (
        <Columns beside={<WhatIfForm {...props} />}>
          <Result websiteId={frame.library.websiteId} report={report} typed={typed} />
        </Columns>
      ) : (
        <>
          {choices && <Choices websiteId={frame.library.websiteId} choices={choices} typed={typed} />}
          <WhatIfForm {...props} />
        </>
      )}
    </Layout>
  );
}

const resultAddress = (websiteId: number): string => `${pageAddress(websiteId, 'what-if')}/result`;

interface ChoicesProps {
  readonly websiteId: number;
  readonly choices: readonly TitleQueue[];
  readonly typed: WhatIfTyped;
}

/** Each link leads to the figures of its title, and keeps the other typed values. */
function Choices({ websiteId, choices, typed }: ChoicesProps): VNode {
  const address = resultAddress(websiteId);
  return (
    <section>
      <h2>Which title?</h2>
      <Table
        caption="Titles with holds that are named so, the longest queue first; of many, type more of the name"
        rows={choices}
        columns={[
          {
            heading: 'Title',
            isName: true,
            cell: (title) => (
              <Title of={title} href={withQuery(address, { ...typed, title: title.crossRefId })} />
            ),
          },
          { heading: 'Holds', isNumber: true, cell: ({ liveHolds }) => liveHolds },
        ]}
      />
    </section>
  );
}

interface ResultProps {
  readonly websiteId: number;
  readonly report: TrialReport;
  readonly typed: WhatIfTyped;
}

function Result({ websiteId, report, typed }: ResultProps): VNode {
  const { policies, title } = report;
  const subject = subjectText(report);
  return (
    <section>
      <h2>Result</h2>
      <p>Simulated: {title ? <a href={queueAddress(websiteId, title.reserveId)}>{subject}</a> : subject}</p>
      {report.renewed && <p>{renewalText(report)}</p>}
      <Table caption="The rules side by side" rows={FIGURE_LINES} columns={columnsOf(policies)} />
      <PolicyChart policies={policies} />
      {report.byTitle && (
        <Table
          caption="Half of the holds of each title ready within, the longest queue first"
          rows={report.byTitle}
          columns={columnsByTitle(policies, (title) => (
            <a href={withQuery(resultAddress(websiteId), { ...typed, title: title.crossRefId })}>
              {title.title}
            </a>
          ))}
        />
      )}
      <ul>
        {assumptionsOf(report).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

function columnsOf(policies: readonly TriedScenario[]): Column<FigureLine>[] {
  const [now, changed] = policies;
  return [
    { heading: 'Figure', isName: true, cell: ({ name }) => name },
    ...policies.map((policy): Column<FigureLine> => ({
      heading: policy.name,
      isNumber: true,
      cell: ({ of }) => of(policy),
    })),
    ...(now && changed
      ? [{ heading: 'Difference', cell: (line: FigureLine) => <Difference of={judge(line, now, changed)} /> }]
      : []),
  ];
}

function columnsByTitle(
  policies: readonly TriedScenario[],
  linkTo: (title: TriedTitle) => VNode,
): Column<TriedTitle>[] {
  const waits = ({ policies: of }: TriedTitle, index: number) => of[index]?.waits.likelyDays;
  return [
    { heading: 'Title', isName: true, cell: linkTo },
    { heading: 'Holds', isNumber: true, cell: ({ liveHolds }) => liveHolds },
    { heading: 'Copies bought', isNumber: true, cell: ({ policies: of }) => of.at(-1)?.copiesBought },
    ...policies.map(({ name }, index): Column<TriedTitle> => ({
      heading: name,
      isNumber: true,
      cell: (title) => daysText(waits(title, index)),
    })),
    {
      heading: 'Difference',
      cell: (title) => <Difference of={difference('less', waits(title, 0), waits(title, 1))} />,
    },
  ];
}

function Difference({ of }: { readonly of: Judgement | undefined }): VNode {
  return of === undefined ? <>–</> : <span class={`judged ${of.tone}`}>{of.text}</span>;
}

const AS_IT_IS = ['', 'as it is'] as const;

const MISSED_PICKUP_TEXTS: Readonly<Record<MissedPickup, string>> = {
  'redeliver-once': `again after ${counted(SUSPENSION_AFTER_MISSED_PICKUP_DAYS, 'day')}, once`,
  cancel: 'the hold ends',
  suspend: 'suspended until released, once',
};

const LENDING_TEXTS: Readonly<Record<FormatClass, string>> = {
  eBook: 'Days for an e-book',
  Audiobook: 'Days for an audiobook',
  Video: 'Days for a video',
};

function WhatIfForm({ frame, rules, typed: asked }: WhatIfPageProps): VNode {
  const typed: WhatIfTyped = frame.kept?.typed ?? asked;
  const of = <Name extends keyof WhatIfTyped>(name: Name) => ({ of: WhatIfQuery, name, value: typed[name] });
  const chosen = (name: keyof WhatIfTyped) => ({ name, value: typed[name]?.toString() });
  const now = (value: number): string => `Empty: as it is, ${value}.`;
  return (
    <Form method="get" action={resultAddress(frame.library.websiteId)} button="Answer">
      <Question
        title="What if there were more copies?"
        of={['copiesPerTitle', 'percentOfCopies', 'renew']}
        typed={typed}
        isFirst
      >
        <Control {...of('copiesPerTitle')} />
        <Control {...of('percentOfCopies')} />
        <Box name="renew" value="true" checked={typed.renew === 'true'}>
          Renew every licence that ends
        </Box>
      </Question>
      <Question
        title="What if patrons had more or less time?"
        of={['pickupHours', 'missedPickup', ...FORMAT_CLASSES]}
        typed={typed}
      >
        <Control {...of('pickupHours')} hint={now(rules.pickupHours)} />
        <Choice
          label="After a missed pickup"
          options={[AS_IT_IS, ...MISSED_PICKUP.map((rule) => [rule, MISSED_PICKUP_TEXTS[rule]] as const)]}
          {...chosen('missedPickup')}
        />
        {FORMAT_CLASSES.map((each) => (
          <Choice
            key={each}
            label={LENDING_TEXTS[each]}
            options={[AS_IT_IS, ...LENDING_PERIOD_DAYS[each].map((days) => [`${days}`, `${days}`] as const)]}
            {...chosen(each)}
          />
        ))}
      </Question>
      <Question title="What if patrons might have more or fewer holds?" of={['holdLimit']} typed={typed}>
        <Control {...of('holdLimit')} hint={now(rules.holdLimit)} />
      </Question>
      <fieldset>
        <legend>For which titles, and for how long</legend>
        <Control {...of('title')} />
        <Control {...of('mostWanted')} />
        <Choice
          label="Time"
          name="days"
          options={DAYS_OFFERED.map((days) => [`${days}`, counted(days, 'day')] as const)}
          value={`${typed.days ?? DEFAULT_DAYS}`}
        />
      </fieldset>
    </Form>
  );
}

interface QuestionProps {
  readonly title: string;
  /** Its fields. */
  readonly of: readonly (keyof WhatIfTyped)[];
  readonly typed: WhatIfTyped;
  /** It is open where nothing was asked. */
  readonly isFirst?: boolean;
  readonly children: ComponentChildren;
}

/** It is folded up unless it is asked. */
function Question({ title, of, typed, isFirst = false, children }: QuestionProps): VNode {
  const isAsked = of.some((name) => typed[name] !== undefined && typed[name] !== '');
  return (
    <details class="group" open={isAsked || (isFirst && typed.days === undefined)}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
