/**
 * The library's own page of a title, from the template in its settings. `{id}` is the older name of `{reserveId}`.
 * @returns undefined when the template needs an unknown number
 */
export function titleAddress(
  template: string,
  { reserveId, crossRefId }: { readonly reserveId: string; readonly crossRefId?: number | null | undefined },
): string | undefined {
  if (template.includes('{crossRefId}') && crossRefId == null) return undefined;
  return template.replaceAll(/\{(id|reserveId|crossRefId)\}/g, (_, name) =>
    name === 'crossRefId' ? String(crossRefId) : encodeURIComponent(reserveId),
  );
}
