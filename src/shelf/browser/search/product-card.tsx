import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ActionList } from '../actions/action-list.js';
import type { AvailabilityRecord, HoldRecord, TitleRecord } from '../http/records.js';
import { conditionOf, waitInWords } from '../holds/condition.js';
import { useShelf } from '../shelf-context.js';
import { TitleCard } from '../titles/title-card.js';
import { Marked } from '../words/marked.js';
import { listed, say, textFor } from '../words/say.js';

export function ProductCard({ product }: { readonly product: TitleRecord }): VNode {
  const id = `product-${product.id}`;
  return (
    <TitleCard id={id} kind="product" title={product}>
      <OnHold product={product} />
      <MoreAbout product={product} />
      <ActionList of={product} name={product.title} focusAfter={[id]} />
    </TitleCard>
  );
}

/** What has become of a hold on the title is told where it was placed. */
function OnHold({ product }: { readonly product: TitleRecord }): VNode | null {
  const { holds } = useShelf();
  const address = product.links?.metadata?.href;
  const hold = holds.find(({ links }) => address !== undefined && links?.metadata?.href === address);
  if (hold === undefined) return null;
  return (
    <p class="condition">
      <Marked text={onHoldInWords(hold)} />
    </p>
  );
}

function onHoldInWords(hold: HoldRecord): string {
  const { holdListPosition: place, numberOfHolds: length } = hold;
  const condition = conditionOf(hold);
  if (condition === 'waiting') return say('onHold', { place, length });
  return condition === 'ready' ? say('readyForYou') : say('onHoldSuspended');
}

function availabilityInWords(availability: AvailabilityRecord, now: Date): string {
  const { copiesAvailable: free, copiesOwned, numberOfHolds } = availability;
  const wait = waitInWords(availability.estimatedWait, now);
  return [
    say('copiesFree', { free, count: copiesOwned }),
    say('peopleWait', { count: numberOfHolds }),
    ...(wait === undefined ? [] : [say('newHold', { wait })]),
  ].join(' ');
}

interface Details {
  readonly description: string | undefined;
  readonly availability: AvailabilityRecord | undefined;
}

/** What else the title's links lead to, once it is asked for. */
function MoreAbout({ product }: { readonly product: TitleRecord }): VNode {
  const { client, now, titles } = useShelf();
  const [details, setDetails] = useState<Details>();
  const read = async (): Promise<void> => {
    const { metadata, availability } = product.links ?? {};
    // What cannot be read is left out: the search itself has the title.
    const [title, copies] = await Promise.all([
      metadata && titles.find(metadata.href).catch(() => undefined),
      availability && client.get<AvailabilityRecord>(availability.href).catch(() => undefined),
    ]);
    setDetails({ description: title?.shortDescription, availability: copies });
  };
  return (
    <details onToggle={({ currentTarget }) => (currentTarget.open ? read() : undefined)}>
      <summary>
        {say('about')}
        <span class="for-readers"> {product.title}</span>
      </summary>
      <p class="quiet">{listed(product.formats.map(({ id, name }) => textFor('formats', id) ?? name))}</p>
      {details?.description !== undefined && <p dir="auto">{details.description}</p>}
      {details?.availability && <p class="quiet">{availabilityInWords(details.availability, now())}</p>}
    </details>
  );
}
