import type { VNode } from 'preact';
import { Cancel } from '../actions/action-buttons.js';
import { useRequest } from '../actions/use-request.js';
import { inWords } from '../actions/words.js';
import { expand } from '../http/addresses.js';
import { ApiError } from '../http/api-client.js';
import type { LoanFormat, Resource } from '../http/records.js';
import { kindOfFormat } from '../../../domain/titles/kind.js';
import { useFormatName, useShelf } from '../shelf-context.js';
import { say, textFor } from '../words/say.js';

interface ContentButtonProps {
  readonly format: LoanFormat;
  /** What the loan is for. */
  readonly isMain: boolean;
  readonly title: string;
}

/** The address of a loan's content ends soon, so it is asked for when it is wanted, and then opened. */
export function ContentButton({ format, isMain, title }: ContentButtonProps): VNode | null {
  const { client, begin } = useShelf();
  const nameOf = useFormatName();
  const { isBusy, problem, run, cancel } = useRequest();
  const template = format.linkTemplates?.downloadLink;
  if (template === undefined) return null;
  const name = nameOf(format.formatType) ?? inWords(format.formatType);
  const verb = textFor('verbs', kindOfFormat(format.formatType) ?? 'other') ?? '';

  const open = async (signal: AbortSignal): Promise<void> => {
    begin();
    const { links } = await client.get<Resource>(expand(template.href), signal);
    if (links?.contentlink === undefined) throw new ApiError(404, 'NotFound');
    location.assign(client.reach(links.contentlink.href));
  };
  return (
    <>
      <button class={isMain ? 'primary' : ''} aria-disabled={isBusy} onClick={() => run(open)}>
        {isMain ? verb : say('detailed', { what: verb, detail: name })}
        <span class="for-readers"> {isMain ? say('detailed', { what: title, detail: name }) : title}</span>
      </button>
      {isBusy && <Cancel isBusy onCancel={cancel} />}
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem.message}
        </p>
      )}
    </>
  );
}
