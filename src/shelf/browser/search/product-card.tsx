import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ActionList } from '../actions/action-list.js';
import type { AvailabilityRecord, TitleRecord } from '../http/records.js';
import { conditionOf, waitInWords } from '../holds/condition.js';
import { numberOf } from '../number-of.js';
import { useShelf } from '../shelf-context.js';
import { TitleCard } from '../titles/title-card.js';

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
      <strong>{ON_HOLD[conditionOf(hold)]}</strong>
      {conditionOf(hold) === 'waiting' && `, ${hold.holdListPosition} of ${hold.numberOfHolds} in line`}
    </p>
  );
}

const ON_HOLD = { ready: 'Ready for you', waiting: 'On hold', suspended: 'On hold, suspended' } as const;

function copiesInWords({ copiesAvailable, copiesOwned, numberOfHolds }: AvailabilityRecord): string {
  const copies = numberOf(copiesOwned, 'copy', 'copies');
  return `${copiesAvailable} of ${copies} free; ${numberOf(numberOfHolds, 'person waits', 'people wait')}.`;
}

function availabilityInWords(availability: AvailabilityRecord, now: Date): string {
  const wait = waitInWords(availability.estimatedWait, now);
  return [copiesInWords(availability), ...(wait === undefined ? [] : [`A new hold: ${wait}`])].join(' ');
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
        About<span class="for-readers"> {product.title}</span>
      </summary>
      <p class="quiet">{product.formats.map(({ name }) => name).join(', ')}</p>
      {details?.description !== undefined && <p>{details.description}</p>}
      {details?.availability && <p class="quiet">{availabilityInWords(details.availability, now())}</p>}
    </details>
  );
}
