import type { ComponentChildren, VNode } from 'preact';
import type { DemoCard } from '../demo-cards.js';
import type { ShelfLibrary } from '../libraries.store.js';
import { onlyOf, welcomeIn } from './page-libraries.js';
import type { PageWords } from './page-words.js';
import type { PartProps } from './page-parts.js';

export function SignIn({ page: { directory, language, libraries, sandbox }, say }: PartProps): VNode {
  const only = onlyOf(libraries);
  const welcome = only && welcomeIn(language, only);
  return (
    <div class="sign-in">
      <section aria-labelledby="by-card" class="notice">
        <h2 id="by-card">{say.byCard}</h2>
        {welcome && (
          <p class="welcome" dir="auto">
            {welcome}
          </p>
        )}
        <form id="sign-in" action={`${directory}sign-in`} method="post" class="form">
          <LibraryField libraries={libraries} label={say.library} />
          <Field label={say.cardNumber}>
            <input name="cardNumber" required autocomplete="username" />
          </Field>
          <Field label={say.pin}>
            <input name="pin" type="password" autocomplete="current-password" />
          </Field>
          <label class="check">
            <input id="show-pin" type="checkbox" disabled />
            <span>{say.showPin}</span>
          </label>
          <p class="problem" role="alert" />
          {/* Without the script it would lead nowhere. */}
          <button class="primary" disabled>
            {say.signIn}
          </button>
        </form>
        {only && <SignInHelp library={only} say={say} />}
        {sandbox !== undefined && sandbox.cards.length > 0 && <DemoCards cards={sandbox.cards} say={say} />}
      </section>
      {sandbox && <TokenSection directory={directory} say={say} />}
    </div>
  );
}

interface SignInHelpProps {
  readonly library: ShelfLibrary;
  readonly say: PageWords;
}

/** Where those go on who cannot sign in, as far as the library has said. */
function SignInHelp({ library: { pinHelp, newCard, help }, say }: SignInHelpProps): VNode | null {
  const links = [
    [pinHelp, say.forgottenPin],
    [newCard, say.noCard],
    [help, say.help],
  ].filter(([href]) => href !== null);
  if (links.length === 0) return null;
  return (
    <ul class="plain links">
      {links.map(([href, text]) => (
        <li key={text}>
          <a href={href ?? ''}>{text}</a>
        </li>
      ))}
    </ul>
  );
}

/** For developers of clients, who see each of the page's requests. */
function TokenSection({ directory, say }: { readonly directory: string; readonly say: PageWords }): VNode {
  return (
    <section aria-labelledby="by-token">
      <h2 id="by-token">{say.byToken}</h2>
      <p class="quiet">
        {say.aboutToken}{' '}
        <a id="docs" href={`${directory}../docs`}>
          {say.allOperations}
        </a>
      </p>
      <form id="use-token" class="form">
        <Field label={say.token}>
          <input name="token" type="password" required autocomplete="off" />
        </Field>
        <p class="problem" role="alert" />
        <button disabled>{say.useToken}</button>
      </form>
    </section>
  );
}

interface LibraryFieldProps {
  readonly libraries: readonly ShelfLibrary[];
  readonly label: string;
}

function LibraryField({ libraries, label }: LibraryFieldProps): VNode {
  const only = onlyOf(libraries);
  if (only !== undefined) return <input type="hidden" name="websiteId" value={only.websiteId} />;
  return (
    <Field label={label}>
      <select name="websiteId" required>
        {libraries.map(({ websiteId, ownName }) => (
          <option key={websiteId} value={websiteId}>
            {ownName}
          </option>
        ))}
      </select>
    </Field>
  );
}

function Field({ label, children }: { readonly label: string; readonly children: ComponentChildren }): VNode {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

interface DemoCardsProps {
  readonly cards: readonly DemoCard[];
  readonly say: PageWords;
}

function DemoCards({ cards, say }: DemoCardsProps): VNode {
  return (
    <div class="notice">
      <h3>{say.demoCards}</h3>
      <ul class="plain">
        {cards.map(({ websiteId, cardNumber, pin }) => (
          <li key={cardNumber}>
            <button type="button" data-website-id={websiteId} data-card-number={cardNumber} data-pin={pin}>
              {`${cardNumber}, ${say.pin} ${pin}`}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
