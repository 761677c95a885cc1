import type { VNode } from 'preact';
import { ActionList } from '../actions/action-list.js';
import { type ApiClient, ApiError } from '../http/api-client.js';
import { actionsOf, type HoldRecord, type OtherFormat, type OtherFormatsList } from '../http/records.js';
import { valuesOf } from '../actions/fields.js';
import { wordsOfAction } from '../actions/words.js';
import { Pill } from '../frame/pill.js';
import { availabilityInWords } from '../search/availability.js';
import { useShelf } from '../shelf-context.js';
import { listed, say } from '../words/say.js';
import { kindOfMedia, kindsInWords } from './kinds.js';

interface OtherFormatsProps {
  /** Of the title whose other formats they are. */
  readonly name: string;
  /** The kinds of that title, in words. */
  readonly kinds: readonly string[];
  readonly others: readonly OtherFormat[];
}

const offers = (other: OtherFormat, wanted: string): boolean =>
  actionsOf(other).some(([actionName]) => actionName === wanted);

function kindOf({ mediaType }: OtherFormat, kinds: readonly string[]): string {
  const kind = kindOfMedia(mediaType);
  return kinds.includes(kind) ? say('anotherEdition') : kind;
}

/** To borrow it, or to place a hold on it beside the one that waits. */
const OFFERED = ['checkout', 'addAlternative'];

/** The other formats that can be had at once, or beside the hold that waits. */
export function OtherFormats({ name, kinds, others }: OtherFormatsProps): VNode {
  const { now, holds } = useShelf();
  const isHeld = ({ id }: OtherFormat): boolean => holds.some(({ reserveId }) => reserveId === id);
  return (
    <>
      {others
        .filter((other) => !isHeld(other) && OFFERED.some((action) => offers(other, action)))
        .map((other) => {
          const { pill, text } = availabilityInWords(other, now());
          const kind = kindOf(other, kinds);
          return (
            <div key={other.id} class="other-format">
              <p class="condition">
                {say('alsoAs', { kind })} {pill !== undefined && <Pill of="ready" text={pill} />}{' '}
                <span class="quiet">{text}</span>
              </p>
              <ActionList
                isFlat
                of={other}
                isOffered={(actionName) => OFFERED.includes(actionName)}
                name={`${kind}: ${name}`}
                focusAfter={[`loan-${other.id}`, `hold-${other.id}`, 'holds', 'loans']}
                words={{ leadsTo: (actionName) => (actionName === 'checkout' ? 'loans' : undefined) }}
              />
            </div>
          );
        })}
    </>
  );
}

/** In the form of a hold: the formats that it may be placed on, too. Of one that is free, the card says so. */
export function AlternativeBoxes({ kinds, others }: Omit<OtherFormatsProps, 'name'>): VNode {
  return (
    <>
      {others
        .filter((other) => offers(other, 'hold'))
        .map((other) => (
          <label key={other.id} class="check">
            <input type="checkbox" name={other.id} value="true" />
            <span>{say('orElse', { kind: kindOf(other, kinds) })}</span>
          </label>
        ))}
    </>
  );
}

/**
 * Places holds on other formats as alternatives to the hold that was just placed.
 * @param ids those that were ticked
 * @returns what to say then; undefined: none was
 */
export async function placeAlternatives(
  client: ApiClient,
  { links }: HoldRecord,
  ids: readonly string[],
): Promise<string | undefined> {
  const address = links?.otherFormats?.href;
  if (address === undefined || ids.length === 0) return undefined;
  try {
    const { titles } = await client.get<OtherFormatsList>(address);
    const wanted = titles.flatMap(({ otherFormats }) => otherFormats).filter(({ id }) => ids.includes(id));
    for (const [actionName, action] of wanted.flatMap(actionsOf))
      if (actionName === 'addAlternative') await client.perform(action, valuesOf(action.fields ?? [], {}));
    return wordsOfAction('addAlternative').done;
  } catch (error) {
    // The hold itself is placed.
    if (error instanceof ApiError) return `${wordsOfAction('hold').done} ${error.message}`;
    throw error;
  }
}

/** Of which titles the patron wants the one that comes first. */
export function FirstOf({ hold }: { readonly hold: HoldRecord }): VNode | null {
  const { holds, titles } = useShelf();
  const ids = [hold.reserveId, ...(hold.alternatives ?? [])];
  if (ids.length === 1) return null;
  const known = holds
    .filter(({ reserveId }) => ids.includes(reserveId))
    .flatMap(({ links }) => titles.knows(links?.metadata?.href ?? '') ?? []);
  const kinds = known.flatMap(({ formats }) => kindsInWords(formats));
  const areTold = new Set(kinds).size === kinds.length;
  return (
    <p class="quiet">
      {say('firstOf', { titles: listed(areTold ? kinds : known.map(({ title }) => title)) })}
    </p>
  );
}
