import type { VNode } from 'preact';

export interface BrandMarkProps {
  readonly name: string;
  /** Where it leads, such as to the library's own site; absent: nowhere. */
  readonly href?: string | null | undefined;
  /** The address of its logo; absent: it has none. */
  readonly logo?: string | null | undefined;
}

/** The library's logo, on a plate on which every logo is seen, and its name. The style is in theme.css. */
export function BrandMark({ name, href, logo }: BrandMarkProps): VNode {
  const content = (
    <>
      {logo && (
        <span class="plate">
          <img class="logo" src={logo} alt="" ref={leaveOutIfMissing} />
        </span>
      )}
      <bdi class="name">{name}</bdi>
    </>
  );
  return href ? (
    <a class="brand" href={href} title={name}>
      {content}
    </a>
  ) : (
    <p class="brand" title={name}>
      {content}
    </p>
  );
}

/** No empty plate stays of a logo that cannot be loaded. */
export function leaveOutIfMissing(logo: HTMLImageElement | null): void {
  logo?.decode().catch(() => logo.parentElement?.remove());
}
