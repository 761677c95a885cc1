import { percentEncoded } from '../../http/answers/addresses.js';
import type { Config } from '../../platform/settings/config.js';

/** What the variables of a content server's template stand for. */
export interface ContentVariables {
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly formatType: string;
}

/** True where the built-in page stands in for a content server: in the embedded mode, unless the settings name one. */
export function hasContentPage({ databaseUrl, contentUrl }: Config): boolean {
  return databaseUrl === undefined && contentUrl === undefined;
}

/** The template of the addresses of content; undefined where the settings name no content server. */
export function contentTemplateOf(config: Config): string | undefined {
  return hasContentPage(config) ? `${config.publicUrl}/content/{reserveId}/{formatType}` : config.contentUrl;
}

/** A URI template (RFC 6570, level 1) filled in. */
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
