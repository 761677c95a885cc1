import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../http/api-client.js';
import { type Action, actionsOf, type Resource } from '../http/records.js';
import { useShelf } from '../shelf-context.js';
import { ActionForm } from './action-form.js';
import { needsDecision, valuesOf } from './fields.js';
import { wordsOfAction } from './words.js';

interface ActionListProps {
  readonly of: Resource;
  /** What it is done to, for readers of screens, unless the actions' own words say it. */
  readonly name?: string;
  /** Where the focus goes afterwards: the first of these elements that is there. */
  readonly focusAfter: readonly string[];
  readonly words?: Wording;
}

/** Where the actions' own words do not say enough. */
export interface Wording {
  readonly label?: (actionName: string, decided: Readonly<Record<string, string>>) => string | undefined;
  /** What the patron has to know before it is done. */
  readonly question?: (actionName: string) => string | undefined;
  readonly done?: (actionName: string, answer: unknown) => string | undefined;
  /**
   * Looks whether what the patron was shown is still so.
   * @throws ApiError if it is not: the action is then not carried out
   */
  readonly check?: (actionName: string) => Promise<void>;
}

/** In the order of the answer, but first what one comes for: to borrow, or to hold. */
function offersOf(resource: Resource): Offer[] {
  const offers = actionsOf(resource).map(([actionName, action]): Offer => ({ actionName, action }));
  return offers.sort((one, other) => Number(isMain(other)) - Number(isMain(one)));
}

function isMain({ actionName }: Offer): boolean {
  return actionName === 'checkout' || actionName === 'hold';
}

/** One of the actions that an answer offers, with its name. */
interface Offer {
  readonly actionName: string;
  readonly action: Action;
}

/** A button for each action that the answer offers, in its order; or the form of the one that was chosen. */
export function ActionList({
  of: resource,
  name = '',
  focusAfter,
  words = {},
}: ActionListProps): VNode | null {
  const { client, finish } = useShelf();
  const [chosen, setChosen] = useState<string>();
  const offers = offersOf(resource);

  const perform = async ({ actionName, action }: Offer, decided: Record<string, string>): Promise<void> => {
    await words.check?.(actionName);
    const answer = await client.perform(action, valuesOf(action.fields ?? [], decided));
    const done = words.done?.(actionName, answer) ?? wordsOfAction(actionName).done;
    await finish(`${done} ${name}`.trim(), focusAfter);
    setChosen(undefined);
  };

  if (offers.length === 0) return null;
  const open = offers.find(({ actionName }) => actionName === chosen);
  const labelFor = (actionName: string, decided: Readonly<Record<string, string>> = {}): string =>
    words.label?.(actionName, decided) ?? wordsOfAction(actionName).label;
  const questionFor = ({ actionName, action }: Offer): string | undefined =>
    words.question?.(actionName) ??
    (endsTheRecord(action, resource) ? `${labelFor(actionName)}: ${name}?` : undefined);
  return (
    <>
      <Buttons
        offers={offers}
        name={name}
        isHidden={open !== undefined}
        labelFor={labelFor}
        needsForm={(offer) =>
          (offer.action.fields ?? []).some(needsDecision) || questionFor(offer) !== undefined
        }
        onChoose={setChosen}
        onPerform={(offer) => perform(offer, {})}
      />
      {open && (
        <ActionForm
          action={open.action}
          labelFor={(decided) => labelFor(open.actionName, decided)}
          question={questionFor(open)}
          onSubmit={(decided) => perform(open, decided)}
          onCancel={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

interface ButtonsProps {
  readonly offers: readonly Offer[];
  readonly name: string;
  readonly isHidden: boolean;
  readonly labelFor: (actionName: string) => string;
  readonly needsForm: (offer: Offer) => boolean;
  readonly onChoose: (actionName: string) => void;
  /** @throws ApiError */
  readonly onPerform: (offer: Offer) => Promise<void>;
}

function Buttons({ offers, name, isHidden, labelFor, needsForm, onChoose, onPerform }: ButtonsProps): VNode {
  const [problem, setProblem] = useState<string>();
  const last = useRef<HTMLElement>(null);
  const wasHidden = useRef(false);
  useLayoutEffect(() => {
    // The form was closed: back to the button that opened it, unless the focus has somewhere to go.
    if (wasHidden.current && !isHidden && document.activeElement === document.body) last.current?.focus();
    wasHidden.current = isHidden;
  }, [isHidden]);

  const begin = async (offer: Offer, button: HTMLElement): Promise<void> => {
    setProblem(undefined);
    last.current = button;
    if (needsForm(offer)) onChoose(offer.actionName);
    else
      await onPerform(offer).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.message);
      });
  };
  return (
    <div hidden={isHidden}>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="buttons">
        {offers.map((offer) => (
          <button
            key={offer.actionName}
            class={isMain(offer) ? 'primary' : ''}
            onClick={({ currentTarget }) => begin(offer, currentTarget)}
          >
            {labelFor(offer.actionName)}
            <span class="for-readers"> {name}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

/** What is deleted is the record itself. A place in a queue is lost with it, so the page asks first. */
function endsTheRecord({ method, href }: Action, { links }: Resource): boolean {
  return method.toLowerCase() === 'delete' && href === links?.self?.href;
}
