import type { ComponentChildren, VNode } from 'preact';
import type { PatronKey } from '../../domain/patron.js';
import { patronAddress } from '../console/addresses.js';
import { Facts, type FactsProps } from '../console/components/facts.js';
import { Form } from '../console/components/form.js';
import { Notice } from '../console/components/notice.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';

/** Why a form was not accepted. */
export interface FormProblem {
  /** Undefined: what the form asks for is refused, whatever was typed. */
  readonly field?: 'emailAddress' | 'suspensionType' | 'numberOfDays' | 'reason';
  readonly text: string;
}

/** The problem at this field. */
export function problemAt(problem: FormProblem | undefined, field: FormProblem['field']): string | undefined {
  return problem?.field === field ? problem?.text : undefined;
}

/** What each page that asks is told. */
export interface Asked {
  readonly frame: LibraryFrame;
  readonly patron: PatronKey;
  readonly problem?: FormProblem | undefined;
}

interface AskingPageProps extends Asked, FactsProps {
  readonly title: string;
  /** What the form does. */
  readonly outcome: ComponentChildren;
  /** Where the form is sent to, below the patron's address. */
  readonly path: string;
  readonly button: string;
  readonly isDangerous?: boolean;
  readonly children?: ComponentChildren;
}

/** Asks before something is done for a patron, and shows what. */
export function AskingPage(props: AskingPageProps): VNode {
  const { frame, patron, title, facts, outcome, path, problem, children } = props;
  const address = patronAddress(patron.websiteId, patron.patronId);
  return (
    <Layout frame={frame} section="patrons" title={title}>
      {problem && problem.field === undefined && (
        <Notice tone="problem">{problem.text} Nothing was changed.</Notice>
      )}
      <Facts facts={facts} />
      <p>{outcome}</p>
      <Form action={`${address}/${path}`} button={props.button} isDangerous={props.isDangerous}>
        {children}
      </Form>
      <Back href={address} />
    </Layout>
  );
}

/** The way out of a page that asks. */
export function Back({ href }: { readonly href: string }): VNode {
  return (
    <p>
      <a href={href}>Back to the patron, without a change</a>
    </p>
  );
}
