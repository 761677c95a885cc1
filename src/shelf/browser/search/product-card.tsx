import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { accessibleBy } from '../../../domain/titles/accessibility.js';
import { ActionList, type Wording } from '../actions/action-list.js';
import { Pill } from '../frame/pill.js';
import {
  actionsOf,
  type AvailabilityRecord,
  type HoldRecord,
  type OtherFormat,
  type Resource,
  type TitleRecord,
} from '../http/records.js';
import { type Condition, conditionInWords, conditionOf, waitInWords } from '../holds/condition.js';
import { useShelf } from '../shelf-context.js';
import { moment } from '../times.js';
import { kindsInWords } from '../titles/kinds.js';
import { AlternativeBoxes, OtherFormats, placeAlternatives } from '../titles/other-formats.js';
import { TitleCard } from '../titles/title-card.js';
import { listed, say, textFor } from '../words/say.js';
import { availabilityInWords } from './availability.js';

interface ProductCardProps {
  /** Where it stands: a title may be on the page more than once. */
  readonly place: string;
  readonly product: TitleRecord;
  /** How available it is; undefined where that could not be read. */
  readonly found: AvailabilityRecord | undefined;
  readonly others: readonly OtherFormat[] | undefined;
}

export function ProductCard({ place, product, found, others = [] }: ProductCardProps): VNode {
  const id = `${place}-${product.id}`;
  const { client, watches, loans } = useShelf();
  const isWatched = watches.some(isAbout(product));
  const kinds = kindsInWords(product.formats);
  const isAtHand = loans.some(isAbout(product)) || actionsOf(product).some(([name]) => name === 'checkout');
  const words: Wording = {
    done: (actionName, answer, decided) =>
      actionName === 'hold'
        ? placeAlternatives(
            client,
            answer as HoldRecord,
            others.flatMap(({ id: other }) => (decided[other] === 'true' ? [other] : [])),
          )
        : undefined,
    leadsTo: (actionName) => (actionName === 'checkout' ? 'loans' : undefined),
    question: (actionName) => (actionName === 'watch' ? say('aboutLater') : undefined),
  };
  return (
    <TitleCard id={id} kind="product" title={product}>
      <Standing product={product} found={found} isWatched={isWatched} />
      <ActionList
        isFlat
        of={product}
        name={product.title}
        focusAfter={[id, `hold-${product.id}`, `loan-${product.id}`, 'holds', 'loans']}
        words={words}
        isOffered={(actionName) => actionName !== 'watch' || !isWatched}
        more={(actionName) => actionName === 'hold' && <AlternativeBoxes kinds={kinds} others={others} />}
      />
      {!isAtHand && <OtherFormats name={product.title} kinds={kinds} others={others} />}
      <MoreAbout product={product} />
    </TitleCard>
  );
}

/** Whether something is the patron's own of this title. */
function isAbout({ links }: TitleRecord): (own: Resource) => boolean {
  const address = links?.metadata?.href;
  return (own) => address !== undefined && own.links?.metadata?.href === address;
}

interface StandingProps extends Omit<ProductCardProps, 'place' | 'others'> {
  readonly isWatched: boolean;
}

/** What the title is to the patron: what became of a hold or a loan, or when it can be had. */
function Standing({ product, found, isWatched }: StandingProps): VNode | null {
  const { holds, loans, now } = useShelf();
  const isOfTitle = isAbout(product);
  const hold = holds.find(isOfTitle);
  if (hold !== undefined) return <OnHold hold={hold} />;
  if (loans.some(isOfTitle))
    return (
      <p class="condition">
        <Pill of="loans" text={say('onLoan')} />
      </p>
    );
  const later = isWatched && <Pill of="holds" text={say('forLater')} />;
  if (found === undefined) return later === false ? null : <p class="condition">{later}</p>;
  const { pill, text } = availabilityInWords(found, now());
  return (
    <p class="condition">
      {pill !== undefined && <Pill of="ready" text={pill} />} {later} <span class="quiet">{text}</span>
    </p>
  );
}

function OnHold({ hold }: { readonly hold: HoldRecord }): VNode {
  const { now } = useShelf();
  const condition = conditionOf(hold);
  const [first, wait] = holdInWords(hold, now());
  return (
    <>
      <p class="condition">
        <Pill of={condition} text={standingInWords(condition)} /> <span class="quiet">{first}</span>
      </p>
      <p class="quiet">{wait}</p>
    </>
  );
}

function standingInWords(condition: Condition): string {
  if (condition === 'suspended') return conditionInWords(condition);
  return condition === 'ready' ? say('readyForYou') : say('onHold');
}

function holdInWords(hold: HoldRecord, now: Date): (string | undefined)[] {
  const { holdExpires, holdListPosition: place, numberOfHolds: length } = hold;
  if (holdExpires !== undefined) return [say('borrowBy', { time: moment(holdExpires) })];
  return [say('inLine', { place, length }), waitInWords(hold.estimatedWait, now)];
}

/** What else the title's links lead to, once it is asked for. */
function MoreAbout({ product }: { readonly product: TitleRecord }): VNode {
  const { titles } = useShelf();
  const [title, setTitle] = useState<TitleRecord>();
  const read = async (): Promise<void> => {
    const href = product.links?.metadata?.href;
    // What cannot be read is left out: the search itself has the title.
    setTitle(href === undefined ? undefined : await titles.find(href).catch(() => undefined));
  };
  const ways = accessibleBy(title?.accessibility ?? {}).flatMap(
    (each) => textFor('accessibility', each) ?? [],
  );
  return (
    <details class="more-about" onToggle={({ currentTarget }) => (currentTarget.open ? read() : undefined)}>
      <summary>
        {say('about')}
        <span class="for-readers"> {product.title}</span>
      </summary>
      <p class="quiet">{listed(product.formats.map(({ id, name }) => textFor('formats', id) ?? name))}</p>
      {ways.length > 0 && <p class="quiet">{listed(ways)}</p>}
      {title?.shortDescription !== undefined && <p dir="auto">{title.shortDescription}</p>}
    </details>
  );
}
