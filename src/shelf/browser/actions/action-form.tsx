import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { textsIn } from '../form-texts.js';
import type { ApiError } from '../http/api-client.js';
import type { Action, ActionField } from '../http/records.js';
import { draftOf, noteDraft } from '../session/drafts.js';
import { sentenceForField } from '../refusals.js';
import { useShelf } from '../shelf-context.js';
import { Cancel } from './action-buttons.js';
import { FieldInput } from './action-field.js';
import { fieldAtFault, isAsked, needsDecision, presetOf } from './fields.js';
import { useRequest } from './use-request.js';
import { presetDate, untilDate, UsualSuspensions } from './suspension.js';

interface ActionFormProps {
  readonly action: Action;
  /** The same whenever the form is opened. */
  readonly id: string;
  /** What the button says that carries it out, given what has been decided so far. */
  readonly labelFor: (decided: Record<string, string>) => string;
  /** Asked before something ends that cannot be had back. */
  readonly question: string | undefined;
  /** @throws ApiError */
  readonly onSubmit: (decided: Record<string, string>, signal: AbortSignal) => Promise<void>;
  readonly onCancel: () => void;
  readonly children?: ComponentChildren;
}

/** A form made of an action's own fields. What the service refuses is shown beside the field that it names. */
export function ActionForm(props: ActionFormProps): VNode {
  const { action, id, labelFor, question, onSubmit, onCancel, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, problem: error, run, cancel } = useRequest();
  const fields = (action.fields ?? []).filter(needsDecision);
  const { preset, decided, type, now } = useTyped(id, fields);
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
    const values = { ...untilDate(textsIn(form.current), now()), ...chosen };
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
      onInput={({ currentTarget }) => type(textsIn(currentTarget))}
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
          preset={preset[field.name] ?? ''}
          problem={problem?.field === field.name ? problem.message : undefined}
        />
      ))}
      {children}
      <div class="buttons">
        <button class="primary" aria-disabled={isBusy}>
          {label}
        </button>
        <Cancel isBusy={isBusy} onCancel={isBusy ? cancel : onCancel} />
      </div>
    </form>
  );
}

interface Typed {
  /** What the inputs show at first. */
  readonly preset: Readonly<Record<string, string>>;
  readonly decided: Record<string, string>;
  readonly type: (values: Record<string, string>) => void;
  readonly now: () => Date;
}

/** What stands in the form. If the session ends, it is kept for the patron who signs in again. */
function useTyped(id: string, fields: readonly ActionField[]): Typed {
  const {
    now,
    patron: { patronId, lastHoldEmail: emailAddress },
  } = useShelf();
  const [preset] = useState<Record<string, string>>(() => {
    const first = fields.map((field) => [field.name, presetOf(field, { emailAddress })] as const);
    return { ...presetDate(Object.fromEntries(first), now()), ...draftOf(id, patronId) };
  });
  const [decided, setDecided] = useState(preset);
  useLayoutEffect(() => noteDraft({ patronId, form: id, values: decided }), [decided]);
  useLayoutEffect(() => () => noteDraft(undefined), []);
  return { preset, decided, type: setDecided, now };
}

/** A field that is not shown cannot be corrected. */
function problemOf(fields: readonly ActionField[], error: ApiError): { field?: string; message: string } {
  const field = fieldAtFault(fields, error);
  return field === undefined ? { message: error.message } : { field, message: sentenceForField(field) };
}

function focusIn(form: HTMLElement | null, selector: string): void {
  form?.querySelector<HTMLElement>(selector)?.focus();
}
