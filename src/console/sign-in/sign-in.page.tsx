import type { VNode } from 'preact';
import type { EndedSession } from '../../staff/sign-in/console-addresses.js';
import { Field } from '../components/field.js';
import { Notice } from '../components/notice.js';
import { Page } from '../layout.js';

export interface SignInProps {
  /** Where to go on; undefined: the first page. */
  readonly to: string | undefined;
  /** The address that leads to the identity provider, if there is one. */
  readonly provider: string | undefined;
  /** Whether passwords are a way in. */
  readonly hasPasswords: boolean;
  /** The identity provider's page to sign out, after a sign-out here. */
  readonly providerSignOut?: string | undefined;
  /** What a session that has ended by itself has interrupted. */
  readonly ended?: EndedSession | undefined;
  /** Why the last attempt failed. */
  readonly problem?: string | undefined;
  /** As it was typed. */
  readonly name?: string | undefined;
}

/** The page to sign in: without the console's navigation. */
export function SignInPage({
  to,
  provider,
  providerSignOut,
  hasPasswords,
  ended,
  problem,
  name,
}: SignInProps): VNode {
  return (
    <Page title="Sign in to the staff console">
      <main id="content">
        <h1>Sign in to the staff console</h1>
        {problem !== undefined && <Notice tone="problem">{problem}</Notice>}
        {ended !== undefined && (
          <Notice tone="warning">
            Your session has ended. {ended === 'form' && 'What you sent was not done. '}
            {to === undefined ? 'Sign in again.' : 'Sign in again to go on where you were.'}
          </Notice>
        )}
        {providerSignOut !== undefined && (
          <Notice>
            You are signed out here. Your organization may still know this browser:{' '}
            <a href={providerSignOut}>sign out there too</a>.
          </Notice>
        )}
        {hasPasswords && <PasswordForm to={to} name={name} />}
        <p class="soft">
          The service’s operator makes accounts, with <code>holdfast staff add</code>.
        </p>
        {provider !== undefined && (
          <p>
            <a href={provider}>Sign in with the account of your organization</a>
          </p>
        )}
      </main>
    </Page>
  );
}

function PasswordForm({ to, name }: Pick<SignInProps, 'to' | 'name'>): VNode {
  return (
    <form method="post">
      {to !== undefined && <input type="hidden" name="to" value={to} />}
      <Field label="Name" name="name" value={name} autocomplete="username" required />
      <Field label="Password" name="password" type="password" autocomplete="current-password" required />
      <p>
        <button type="submit">Sign in</button>
      </p>
    </form>
  );
}
