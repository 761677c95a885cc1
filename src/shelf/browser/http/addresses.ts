/**
 * Answers have the addresses under which clients reach the service. A browser may have come here under another one, and the
 * page may connect to nothing else, so the base is replaced.
 * @param own base addresses in answers
 * @param base where the page itself came from, without a slash at its end
 */
export function reachable(href: string, own: readonly string[], base: string): string {
  const prefix = own.find((each) => href.startsWith(`${each}/`));
  return prefix === undefined ? href : base + href.slice(prefix.length);
}

/** Fills in a URI template (RFC 6570, level 1). A variable without a value stays empty. */
export function expand(template: string, values: Readonly<Record<string, string>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
