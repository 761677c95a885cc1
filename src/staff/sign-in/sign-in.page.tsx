import type { VNode } from 'preact';
import { type EndedSession, SIGN_IN } from '../addresses/sign-in-addresses.js';
import { Field } from '../console/components/field.js';
import { Link } from '../console/components/post-button.js';
import { Notice } from '../console/components/notice.js';
import { Page } from '../console/layout.js';

/** A form that was sent after the session had ended. */
export interface SentForm {
  /** The address to which it was sent. */
  readonly action: string;
  /** The body as it was sent. */
  readonly form: string;
}

export interface SignInProps {
  /** The page to show after signing in; undefined: the first page. */
  readonly to: string | undefined;
  /** A form sent after the session had ended: it is shown again after the sign-in with a password. */
  readonly kept?: SentForm | undefined;
  /** The address that leads to the identity provider, if there is one. */
  readonly provider: string | undefined;
  /** Whether staff can sign in with passwords. */
  readonly hasPasswords: boolean;
  /** The identity provider's page to sign out, after a sign-out here. */
  readonly providerSignOut?: string | undefined;
  /** Set if a session has ended by itself. */
  readonly ended?: EndedSession | undefined;
  /** Why the last attempt failed. */
  readonly problem?: string | undefined;
  /** As it was typed. */
  readonly name?: string | undefined;
}

/** The page to sign in, without the console's navigation. */
export function SignInPage(props: SignInProps): VNode {
  const { to, kept, provider, providerSignOut, ended, problem } = props;
  return (
    <Page title="Sign in to the staff console">
      <main id="content" class="column">
        <h1>Sign in to the staff console</h1>
        {problem !== undefined && <Notice tone="problem">{problem}</Notice>}
        {ended !== undefined && (
          <Notice tone="warning">
            Your session has ended. {ended === 'form' && 'What you sent was not done. '}
            {kept !== undefined && props.hasPasswords && 'What you typed comes back. '}
            {to === undefined ? 'Sign in again.' : 'Sign in again to go on where you were.'}
          </Notice>
        )}
        {providerSignOut !== undefined && (
          <Notice>
            You are signed out here. Your organization may still know this browser:{' '}
            <a href={providerSignOut}>sign out there too</a>.
          </Notice>
        )}
        {props.hasPasswords && <PasswordForm {...props} />}
        <p class="soft">
          Administrators of your library make accounts. Whoever runs the service makes the first, with{' '}
          <code>holdfast staff add</code>.
        </p>
        {provider !== undefined && <Link to={provider}>Sign in with the account of your organization</Link>}
      </main>
    </Page>
  );
}

function PasswordForm({ to, kept, name }: Pick<SignInProps, 'to' | 'kept' | 'name'>): VNode {
  return (
    <form method="post" action={SIGN_IN}>
      {to !== undefined && <input type="hidden" name="to" value={to} />}
      {kept !== undefined && (
        <>
          <input type="hidden" name="action" value={kept.action} />
          <input type="hidden" name="form" value={kept.form} />
        </>
      )}
      <Field label="Name" name="name" value={name} autocomplete="username" required />
      <Field label="Password" name="password" type="password" autocomplete="current-password" required />
      <p>
        <button type="submit">Sign in</button>
      </p>
    </form>
  );
}
