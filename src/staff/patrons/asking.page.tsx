import type { ComponentChildren, VNode } from 'preact';
import type { PatronKey } from '../../domain/patron.js';
import { patronAddress } from '../addresses/addresses.js';
import { Facts, type FactsProps } from '../console/components/facts.js';
import { Form } from '../console/components/form.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';

/** The properties of each confirmation page. */
export interface Asked {
  readonly frame: LibraryFrame;
  readonly patron: PatronKey;
}

interface AskingPageProps extends Asked, FactsProps {
  readonly title: string;
  /** The effect of the form. */
  readonly outcome: ComponentChildren;
  /** The form's address, below the patron's. */
  readonly path: string;
  readonly as?: 'DELETE';
  readonly button: string;
  readonly isDangerous?: boolean;
  /** What can be chosen at one touch, before the form. */
  readonly usual?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Asks before something is done for a patron, and shows its effect. */
export function AskingPage(props: AskingPageProps): VNode {
  const { frame, patron, title, facts, outcome, path, as, children } = props;
  const address = patronAddress(patron.websiteId, patron.patronId);
  return (
    <Layout frame={frame} section="patrons" title={title}>
      <Facts facts={facts} />
      <p>{outcome}</p>
      {props.usual}
      <Form action={`${address}/${path}`} as={as} button={props.button} isDangerous={props.isDangerous}>
        {children}
      </Form>
      <Back href={address} />
    </Layout>
  );
}

/** The link that leaves a confirmation page. */
export function Back({ href }: { readonly href: string }): VNode {
  return (
    <p>
      <a href={href}>Back to the patron, without a change</a>
    </p>
  );
}
