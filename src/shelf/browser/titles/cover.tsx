import type { VNode } from 'preact';
import type { TitleRecord } from '../http/records.js';
import { useShelf } from '../shelf-context.js';

/** The picture says nothing that the text beside it does not. */
export function Cover({ title }: { readonly title: TitleRecord | undefined }): VNode {
  const { client } = useShelf();
  const { cover150Wide, cover, thumbnail } = title?.images ?? {};
  const image = cover150Wide ?? cover ?? thumbnail;
  if (image === undefined)
    return (
      <span class="cover" aria-hidden="true">
        {title?.title.charAt(0)}
      </span>
    );
  return <img class="cover" src={client.reach(image.href)} alt="" width={96} height={144} decoding="async" />;
}
