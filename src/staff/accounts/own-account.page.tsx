import type { VNode } from 'preact';
import { ACCOUNT } from '../addresses/sign-in-addresses.js';
import type { OpenSession } from '../sign-in/sessions.store.js';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../sign-in/password-rules.js';
import { Field } from '../console/components/field.js';
import { PostButton } from '../console/components/post-button.js';
import { Moment } from '../console/components/moment.js';
import { Notice, type Tone } from '../console/components/notice.js';
import { Table } from '../console/components/table.js';
import type { Frame } from '../console/frame.js';
import { Layout } from '../console/layout.js';

/** The result of the form, or why it failed. */
export interface Outcome {
  readonly tone: Tone;
  readonly text: string;
}

interface AccountPageProps {
  readonly frame: Frame;
  readonly hasPassword: boolean;
  readonly sessions: readonly OpenSession[];
  /** The page to show after a password that somebody else has seen was changed; undefined: the first page. */
  readonly to: string | undefined;
  readonly outcome: Outcome | undefined;
}

/** The own account: its password and its sessions. */
export function AccountPage({ frame, hasPassword, sessions, to, outcome }: AccountPageProps): VNode {
  const isTemporary = frame.staff.mustChangePassword === true;
  return (
    <Layout frame={frame} section="today" title="Your account">
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      {isTemporary && (
        <Notice tone="warning">
          This password was made for you, and somebody else has seen it. Change it to go on.
        </Notice>
      )}
      <h2>Password</h2>
      {hasPassword ? <PasswordForm to={to} /> : <p>You sign in with the account of your organization.</p>}
      {!isTemporary && <Sessions sessions={sessions} />}
    </Layout>
  );
}

function PasswordForm({ to }: Pick<AccountPageProps, 'to'>): VNode {
  return (
    <form method="post" action={ACCOUNT}>
      {to !== undefined && <input type="hidden" name="to" value={to} />}
      <Field
        label="Current password"
        name="currentPassword"
        type="password"
        autocomplete="current-password"
        required
      />
      <Field
        label="New password"
        name="newPassword"
        type="password"
        hint={`${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH.toLocaleString('en')} characters of any kind; neither a common password nor names that others know.`}
        autocomplete="new-password"
        required
      />
      <Field
        label="New password, again"
        name="newPasswordAgain"
        type="password"
        autocomplete="new-password"
        required
      />
      <p>
        <button type="submit">Change the password</button>
      </p>
      <p class="soft">You stay signed in here, and are signed out everywhere else.</p>
    </form>
  );
}

function Sessions({ sessions }: Pick<AccountPageProps, 'sessions'>): VNode {
  return (
    <>
      <h2>Where you are signed in</h2>
      <Table
        caption="Sessions"
        rows={sessions}
        columns={[
          { heading: 'Signed in', isName: true, cell: ({ startedAt }) => <Moment at={startedAt} /> },
          { heading: 'Last used', cell: ({ usedAt }) => <Moment at={usedAt} /> },
          { heading: 'Where', cell: ({ isCurrent }) => (isCurrent ? 'this browser' : 'another browser') },
        ]}
      />
      {sessions.length > 1 && (
        <PostButton to={`${ACCOUNT}/sessions/end`}>Sign out everywhere else</PostButton>
      )}
    </>
  );
}
