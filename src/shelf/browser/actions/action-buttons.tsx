import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { say } from '../words/say.js';
import { isMain, type Offer } from './offers.js';
import { useRequest } from './use-request.js';

interface ButtonsProps {
  readonly offers: readonly Offer[];
  readonly name: string;
  /** All side by side: no menu. */
  readonly isFlat: boolean;
  readonly isHidden: boolean;
  readonly labelFor: (actionName: string) => string;
  readonly needsForm: (offer: Offer) => boolean;
  readonly onChoose: (actionName: string) => void;
  /** @throws ApiError */
  readonly onPerform: (offer: Offer, signal: AbortSignal) => Promise<void>;
  /** Stands before the actions: the first of these is then no longer the one that the card is for. */
  readonly lead: ComponentChildren;
}

/** One button for what a card is for, and the others behind a menu. */
export function ActionButtons(props: ButtonsProps): VNode {
  const { offers, isFlat, isHidden, needsForm, onChoose, onPerform, lead } = props;
  const { isBusy, problem, run, cancel } = useRequest();
  const last = useRef<HTMLElement>(null);
  const wasHidden = useRef(false);
  useLayoutEffect(() => {
    // The form was closed: back to the button that opened it, or to the menu that has it, unless the focus has somewhere to go.
    if (wasHidden.current && !isHidden && document.activeElement === document.body) {
      const menu = last.current?.closest('details')?.querySelector('summary');
      (menu ?? last.current)?.focus();
    }
    wasHidden.current = isHidden;
  }, [isHidden]);

  const begin = async (offer: Offer, button: HTMLElement): Promise<void> => {
    last.current = button;
    if (isBusy) return;
    if (needsForm(offer)) onChoose(offer.actionName);
    else await run((signal) => onPerform(offer, signal));
  };
  const direct = isFlat ? offers.length : lead === undefined ? 1 : 0;
  const buttons = offers.map((offer) => (
    <ActionButton key={offer.actionName} offer={offer} props={props} isBusy={isBusy} onPress={begin} />
  ));
  return (
    <div class="actions" hidden={isHidden}>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem.message}
        </p>
      )}
      <div class="buttons" aria-busy={isBusy}>
        {lead}
        {buttons.slice(0, direct)}
        {buttons.length > direct && <Menu name={props.name}>{buttons.slice(direct)}</Menu>}
        {isBusy && <Cancel isBusy onCancel={cancel} />}
      </div>
    </div>
  );
}

interface ButtonProps {
  readonly offer: Offer;
  readonly props: Pick<ButtonsProps, 'name' | 'labelFor'>;
  readonly isBusy: boolean;
  readonly onPress: (offer: Offer, button: HTMLElement) => Promise<void>;
}

function ActionButton({ offer, props: { name, labelFor }, isBusy, onPress }: ButtonProps): VNode {
  return (
    <button
      class={isMain(offer) ? 'primary' : ''}
      aria-disabled={isBusy}
      onClick={({ currentTarget }) => onPress(offer, currentTarget)}
    >
      {labelFor(offer.actionName)}
      <span class="for-readers"> {name}</span>
    </button>
  );
}

interface CancelProps {
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

/** A request that takes long can be given up. */
export function Cancel({ isBusy, onCancel }: CancelProps): VNode {
  return (
    <>
      {isBusy && <span class="quiet busy">{say('working')}</span>}
      <button type="button" onClick={onCancel}>
        {say('cancel')}
      </button>
    </>
  );
}

function Menu({ name, children }: { readonly name: string; readonly children: ComponentChildren }): VNode {
  const menu = useRef<HTMLDetailsElement>(null);
  // Most are never opened, and a view has many.
  const [isWanted, setWanted] = useState(false);
  const close = (): void => {
    if (menu.current?.open !== true) return;
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
  return (
    <details
      ref={menu}
      class="menu"
      onKeyDown={({ key }) => (key === 'Escape' ? close() : undefined)}
      // Whatever is chosen from it, it is done with.
      onClick={({ target, currentTarget }) => {
        setWanted(true);
        if ((target as HTMLElement).closest('button')) currentTarget.open = false;
      }}
    >
      <summary aria-label={say('moreActions', { title: name })}>{say('more')}</summary>
      <div class="menu-items">{isWanted && children}</div>
    </details>
  );
}
