import { percentEncoded } from '../../http/answers/addresses.js';
import type { Config } from '../../platform/settings/config.js';

/** The variables in the template of a content server. */
export interface ContentVariables {
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly formatType: string;
}

/** Whether the built-in page replaces a content server: in the embedded mode, unless the settings name one. */
export function hasContentPage({ databaseUrl, contentUrl }: Config): boolean {
  return databaseUrl === undefined && contentUrl === undefined;
}

/** The template for addresses of content; undefined where the settings name no content server. */
export function contentTemplateOf(config: Config): string | undefined {
  return hasContentPage(config) ? `${config.publicUrl}/content/{reserveId}/{formatType}` : config.contentUrl;
}

/** Fills in a URI template (RFC 6570, level 1). */
export function expand(template: string, variables: Partial<ContentVariables>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    percentEncoded(String(variables[name as keyof ContentVariables] ?? '')),
  );
}

/**
 * An address as an HTTP client sends it: with a path, and without spaces or letters that are not ASCII.
 * @returns undefined when it is no http or https address, or has a fragment, after which nothing can be appended
 */
export function asSent(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hash, href } = new URL(address);
  return /^https?:$/.test(protocol) && hash === '' && !href.endsWith('#') ? href : undefined;
}
