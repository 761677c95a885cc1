import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Resource } from '../http/records.js';
import { useShelf } from '../shelf-context.js';
import type { View } from '../../views.js';
import { say } from '../words/say.js';
import { ActionButtons } from './action-buttons.js';
import { ActionForm } from './action-form.js';
import { draftOf } from '../session/drafts.js';
import { formOf, needsForm, valuesOf } from './fields.js';
import { endsTheRecord, type Offer, offersOf } from './offers.js';
import { wordsOfAction } from './words.js';

interface ActionListProps {
  readonly of: Resource;
  /** What it is done to, for readers of screens, unless the actions' own words say it. */
  readonly name?: string;
  /** Where the focus goes afterwards: the first of these elements that is there. */
  readonly focusAfter: readonly string[];
  readonly words?: Wording;
  readonly isFlat?: boolean;
  /** The action whose form is open at first. */
  readonly asked?: string | undefined;
  /** Whether an action is offered here. */
  readonly isOffered?: (actionName: string) => boolean;
  /** What the form of an action has below its fields: inputs, whose values are decided with these. */
  readonly more?: (actionName: string) => ComponentChildren;
  /** What the card is for, where that is none of the actions. */
  readonly lead?: ComponentChildren;
}

/** Where the actions' own words do not say enough. */
export interface Wording {
  readonly label?: (actionName: string, decided: Readonly<Record<string, string>>) => string | undefined;
  /** What the patron has to know before it is done. */
  readonly question?: (actionName: string) => string | undefined;
  readonly done?: (
    actionName: string,
    answer: unknown,
    decided: Readonly<Record<string, string>>,
  ) => string | undefined | Promise<string | undefined>;
  /** The view that shows what came of it, where it is another one. */
  readonly leadsTo?: (actionName: string) => View | undefined;
  /**
   * Looks whether what the patron was shown is still so.
   * @throws ApiError if it is not: the action is then not carried out
   */
  readonly check?: (actionName: string) => Promise<void>;
}

/** The actions that an answer offers, or the form of the one that was chosen. */
export function ActionList(props: ActionListProps): VNode | null {
  const { of: resource, name = '', focusAfter, words = {}, isFlat = false } = props;
  const { isOffered, more, asked, lead } = props;
  const { client, patron, begin, finish, isSpent } = useShelf();
  const offers = offersOf(resource, patron).filter(({ actionName }) => isOffered?.(actionName) ?? true);
  const [chosen, setChosen] = useState(
    () => offers.find((offer) => draftOf(formOf(offer), patron.patronId) !== undefined)?.actionName ?? asked,
  );

  const perform = async (
    { actionName, action }: Offer,
    decided: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<void> => {
    begin();
    await words.check?.(actionName);
    const answer = await client.perform(action, valuesOf(action.fields ?? [], decided), signal);
    const done = (await words.done?.(actionName, answer, decided)) ?? wordsOfAction(actionName).done;
    // It is told beside the title, unless its card is gone.
    const told = endsTheRecord(action, resource) ? `${done} ${name}` : done;
    await finish(told, focusAfter, resource, words.leadsTo?.(actionName));
    setChosen(undefined);
  };

  if (isSpent(resource) || (offers.length === 0 && lead === undefined)) return null;
  const open = offers.find(({ actionName }) => actionName === chosen);
  const labelFor = (actionName: string, decided: Readonly<Record<string, string>> = {}): string =>
    words.label?.(actionName, decided) ?? wordsOfAction(actionName).label;
  const questionFor = ({ actionName, action }: Offer): string | undefined =>
    words.question?.(actionName) ??
    (endsTheRecord(action, resource)
      ? say('reallyDo', { action: labelFor(actionName), title: name })
      : undefined);
  return (
    <>
      <ActionButtons
        offers={offers}
        name={name}
        isFlat={isFlat}
        lead={lead}
        isHidden={open !== undefined}
        labelFor={labelFor}
        needsForm={(offer) => needsForm(offer) || questionFor(offer) !== undefined}
        onChoose={setChosen}
        onPerform={(offer, signal) => perform(offer, {}, signal)}
      />
      {open && (
        <ActionForm
          action={open.action}
          id={formOf(open)}
          labelFor={(decided) => labelFor(open.actionName, decided)}
          question={questionFor(open)}
          onSubmit={(decided, signal) => perform(open, decided, signal)}
          onCancel={() => setChosen(undefined)}
        >
          {more?.(open.actionName)}
        </ActionForm>
      )}
    </>
  );
}
