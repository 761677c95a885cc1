import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { textsIn } from '../form-texts.js';
import type { ApiError } from '../http/api-client.js';
import type { Action, ActionField } from '../http/records.js';
import { sentenceForField } from '../refusals.js';
import { useShelf } from '../shelf-context.js';
import { daysInWords } from '../times.js';
import { say } from '../words/say.js';
import { Cancel } from './action-buttons.js';
import { FieldInput } from './action-field.js';
import { fieldAtFault, isAsked, needsDecision, presetOf } from './fields.js';
import { useRequest } from './use-request.js';
import { inWords } from './words.js';

/** How long most holds are suspended that have an end. */
const USUAL_DAYS = '7';
/** In days. */
const USUAL_SUSPENSIONS = [7, 14, 30];

interface ActionFormProps {
  readonly action: Action;
  /** What the button says that carries it out, given what has been decided so far. */
  readonly labelFor: (decided: Record<string, string>) => string;
  /** Asked before something ends that cannot be had back. */
  readonly question: string | undefined;
  /** @throws ApiError */
  readonly onSubmit: (decided: Record<string, string>, signal: AbortSignal) => Promise<void>;
  readonly onCancel: () => void;
}

/** A form made of an action's own fields. What the service refuses is shown beside the field that it names. */
export function ActionForm({ action, labelFor, question, onSubmit, onCancel }: ActionFormProps): VNode {
  const { patron } = useShelf();
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, problem: error, run, cancel } = useRequest();
  const fields = (action.fields ?? []).filter(needsDecision);
  const known = { emailAddress: patron.lastHoldEmail, numberOfDays: USUAL_DAYS };
  const [decided, setDecided] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, presetOf(field, known)])),
  );
  const asked = fields.filter((field) => isAsked(field, decided));
  const label = labelFor(decided);
  const problem = error && problemOf(fields, error);

  useLayoutEffect(() => focusIn(form.current, 'input, select, button'), []);
  // On a phone its button is to be seen, too.
  useLayoutEffect(() => form.current?.scrollIntoView({ block: 'nearest' }), [asked.length]);
  useLayoutEffect(() => {
    if (error !== undefined) focusIn(form.current, '[aria-invalid=true], .form-problem');
  }, [error]);

  const send = async (chosen: Readonly<Record<string, string>> = {}): Promise<void> => {
    if (form.current === null) return;
    const values = { ...textsIn(form.current), ...chosen };
    await run((signal) => onSubmit(values, signal));
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    await send();
  };

  return (
    <form
      ref={form}
      class="form action-form"
      noValidate
      aria-label={label}
      onSubmit={submit}
      onInput={({ currentTarget }) => setDecided(textsIn(currentTarget))}
      onKeyDown={({ key }) => (key === 'Escape' ? onCancel() : undefined)}
    >
      {question !== undefined && <p>{question}</p>}
      {problem !== undefined && problem.field === undefined && (
        <p class="problem form-problem" role="alert" tabIndex={-1}>
          {problem.message}
        </p>
      )}
      <UsualSuspensions fields={fields} isSaid={question !== undefined} isBusy={isBusy} onChoose={send} />
      {asked.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          preset={presetOf(field, known)}
          problem={problem?.field === field.name ? problem.message : undefined}
        />
      ))}
      <div class="buttons">
        <button class="primary" aria-disabled={isBusy}>
          {label}
        </button>
        <Cancel isBusy={isBusy} onCancel={isBusy ? cancel : onCancel} />
      </div>
    </form>
  );
}

interface UsualSuspensionsProps {
  readonly fields: readonly ActionField[];
  /** What the patron has to know is said already. */
  readonly isSaid: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (chosen: Readonly<Record<string, string>>) => Promise<void>;
}

/** In a form to suspend: what most want, at one touch. Anything else is below. */
function UsualSuspensions({ fields, isSaid, isBusy, onChoose }: UsualSuspensionsProps): VNode | null {
  if (fields.every(({ name }) => name !== 'suspensionType')) return null;
  const button = (label: string, chosen: Readonly<Record<string, string>>): VNode => (
    <button key={label} type="button" aria-disabled={isBusy} onClick={() => onChoose(chosen)}>
      {label}
    </button>
  );
  return (
    <>
      {!isSaid && <p>{say('whileSuspended')}</p>}
      <div class="buttons">
        {USUAL_SUSPENSIONS.map((days) =>
          button(daysInWords(days), { suspensionType: 'limited', numberOfDays: String(days) }),
        )}
        {button(inWords('indefinite'), { suspensionType: 'indefinite', numberOfDays: '' })}
      </div>
    </>
  );
}

/** A field that is not shown cannot be corrected. */
function problemOf(fields: readonly ActionField[], error: ApiError): { field?: string; message: string } {
  const field = fieldAtFault(fields, error);
  return field === undefined ? { message: error.message } : { field, message: sentenceForField(field) };
}

function focusIn(form: HTMLElement | null, selector: string): void {
  form?.querySelector<HTMLElement>(selector)?.focus();
}
