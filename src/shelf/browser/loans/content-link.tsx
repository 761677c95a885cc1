import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../http/api-client.js';
import { expand } from '../http/addresses.js';
import type { LoanFormat, Resource } from '../http/records.js';
import { useFormatName, useShelf } from '../shelf-context.js';
import { inWords } from '../actions/words.js';

/** The address of a loan's content ends soon, so it is asked for when it is wanted. */
export function ContentLink({ format }: { readonly format: LoanFormat }): VNode | null {
  const { client } = useShelf();
  const nameOf = useFormatName();
  const [href, setHref] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const link = useRef<HTMLAnchorElement>(null);
  const name = nameOf(format.formatType) ?? inWords(format.formatType);
  const template = format.linkTemplates?.downloadLink;
  useLayoutEffect(() => link.current?.focus(), [href]);
  if (template === undefined) return null;

  const ask = async (): Promise<void> => {
    try {
      const { links } = await client.get<Resource>(expand(template.href));
      setHref(links?.contentlink?.href);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <li>
      {href === undefined ? (
        <button onClick={ask}>Get a link: {name}</button>
      ) : (
        <a ref={link} href={client.reach(href)}>
          Open: {name}
        </a>
      )}
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}
