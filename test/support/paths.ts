export const ME = '/v1/patrons/me';
export const HOLDS = `${ME}/holds`;
export const CHECKOUTS = `${ME}/checkouts`;

/** A title, which stands for its reserveId, or one of its two identifiers. */
export type TitleOrId = { readonly reserveId: string } | string | number;

export function holdPath(title: TitleOrId): string {
  return `${HOLDS}/${typeof title === 'object' ? title.reserveId : title}`;
}

export function suspensionPath(title: TitleOrId): string {
  return `${holdPath(title)}/suspension`;
}

export function checkoutPath(title: TitleOrId): string {
  return `${CHECKOUTS}/${typeof title === 'object' ? title.reserveId : title}`;
}
