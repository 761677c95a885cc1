import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { textsIn } from '../form-texts.js';
import type { ApiError } from '../http/api-client.js';
import type { Action, ActionField } from '../http/records.js';
import { sentenceForField } from '../refusals.js';
import { useShelf } from '../shelf-context.js';
import { say } from '../words/say.js';
import { Busy } from './action-buttons.js';
import { FieldInput } from './action-field.js';
import { fieldAtFault, isAsked, needsDecision, presetOf } from './fields.js';
import { useRequest } from './use-request.js';

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
  const known = patron.lastHoldEmail === undefined ? {} : { emailAddress: patron.lastHoldEmail };
  const [decided, setDecided] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, presetOf(field, known)])),
  );
  const label = labelFor(decided);
  const problem = error && problemOf(fields, error);

  useLayoutEffect(() => focusIn(form.current, 'input, select, button'), []);
  useLayoutEffect(() => {
    if (error !== undefined) focusIn(form.current, '[aria-invalid=true], .form-problem');
  }, [error]);

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (form.current === null) return;
    const values = textsIn(form.current);
    await run((signal) => onSubmit(values, signal));
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
      {fields
        .filter((field) => isAsked(field, decided))
        .map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            preset={presetOf(field, known)}
            problem={problem?.field === field.name ? problem.message : undefined}
          />
        ))}
      <FormButtons label={label} isBusy={isBusy} onCancel={isBusy ? cancel : onCancel} />
    </form>
  );
}

interface FormButtonsProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

function FormButtons({ label, isBusy, onCancel }: FormButtonsProps): VNode {
  return (
    <div class="buttons">
      <button class="primary" aria-disabled={isBusy}>
        {label}
      </button>
      {isBusy ? (
        <Busy onCancel={onCancel} />
      ) : (
        <button type="button" onClick={onCancel}>
          {say('cancel')}
        </button>
      )}
    </div>
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
