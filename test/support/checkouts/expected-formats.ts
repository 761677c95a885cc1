import { statement } from '../../../src/platform/database/statement.js';
import { PUBLIC_URL } from '../service.js';
import { type TestLibrary, type TestTitle } from '../test-library.js';
import { checkoutPath } from '../paths.js';

export const CONTENT_TYPE = 'application/vnd.holdfast.content.api+json';

export function formatsPath(title: TestTitle | string | number): string {
  return `${checkoutPath(title)}/formats`;
}

export function formatPath(title: TestTitle | string | number, formatType: string): string {
  return `${formatsPath(title)}/${encodeURIComponent(formatType)}`;
}

export function downloadPath(title: TestTitle | string | number, formatType: string): string {
  return `${formatPath(title, formatType)}/downloadlink`;
}

/** A format of a loan as every answer shows it; one that is read online has one more variable in its template. */
export function formatRecord(title: TestTitle, formatType: string, kind: 'online' | 'download'): object {
  const self = `${PUBLIC_URL}${formatPath(title, formatType)}`;
  const variables = `errorpageurl={errorpageurl}${kind === 'online' ? '&odreadauthurl={odreadauthurl}' : ''}`;
  return {
    ...title,
    formatType,
    links: { self: { href: self, type: CONTENT_TYPE } },
    linkTemplates: {
      downloadLink: { href: `${self}/downloadlink?${variables}`, type: CONTENT_TYPE },
      downloadLinkV2: {
        href: `${self}/downloadlink?errorurl={errorurl}&successurl={successurl}`,
        type: CONTENT_TYPE,
      },
    },
  };
}

/** What a loan offers while it has no format locked in. */
export function formatAction(title: TestTitle, options: readonly string[]): object {
  return {
    href: `${PUBLIC_URL}${formatsPath(title)}`,
    type: 'application/json',
    method: 'post',
    fields: [
      { name: 'reserveId', type: 'text', value: title.reserveId, optional: false },
      { name: 'formatType', type: 'text', options, optional: false },
    ],
  };
}

/** The format types that an answer with `formats` lists. */
export function formatTypesIn({ formats }: { formats: { formatType: string }[] }): string[] {
  return formats.map(({ formatType }) => formatType);
}

const DESCRIBE = statement(
  'test-describe-formats',
  'UPDATE title SET format_details = $2 WHERE reserve_id = $1',
);

/** Says more of a title's formats than their ids. */
export async function describeFormats(
  library: TestLibrary,
  title: TestTitle,
  details: readonly object[],
): Promise<void> {
  await library.service.database.run(DESCRIBE, [title.reserveId, JSON.stringify(details)]);
}
