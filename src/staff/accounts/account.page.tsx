import type { VNode } from 'preact';
import { ACCOUNT } from '../addresses/sign-in-addresses.js';
import { accountAddress, pageAddress } from '../addresses/addresses.js';
import { Columns } from '../console/components/columns.js';
import { Facts } from '../console/components/facts.js';
import { Link, More, PostButton, Question } from '../console/components/post-button.js';
import { Notice } from '../console/components/notice.js';
import { PostForm } from '../console/components/form.js';
import type { Shown } from '../console/face.js';
import { Layout } from '../console/layout.js';
import type { StaffAccountRecord, AccountSecretRecord } from './accounts.representation.js';
import { endOf, RoleChoices, rolesOf, wayInOf } from './accounts.page.js';

/** One account or API token, and forms to change it. */
export function AccountPage({ frame, ...member }: Shown<StaffAccountRecord>): VNode {
  const address = accountAddress(frame.library.websiteId, member.staffId);
  return (
    <Layout
      frame={frame}
      section="accounts"
      title={`${member.isMachine ? 'API token' : 'Account'} ${member.name}`}
    >
      <Facts
        facts={[
          ['Roles in this library', rolesOf(member) || 'none'],
          ['Signs in with', wayInOf(member)],
          ['Ends', endOf(member)],
        ]}
      />
      {member.isOwn ? (
        <p>
          This is your own account: another administrator changes its roles. Your password and where you are
          signed in are on <a href={ACCOUNT}>a page of their own</a>.
        </p>
      ) : (
        <Columns
          beside={member.isGoverned ? <WholeAccount member={member} address={address} /> : <Elsewhere />}
        >
          <h2>Roles</h2>
          <PostForm action={`${address}/roles`} as="PUT">
            <RoleChoices of="account" roles={member.roles} />
            <button type="submit">Change the roles</button>
          </PostForm>
          <Question title="Take all roles away" to={`${address}/roles`} as="DELETE">
            {member.name} can do nothing in this library any more. The account stays: with its name it can be
            given a role again.
          </Question>
        </Columns>
      )}
    </Layout>
  );
}

/** Changes that concern the account in all its libraries. */
function WholeAccount({ member, address }: { member: StaffAccountRecord; address: string }): VNode {
  const { name, isMachine } = member;
  return (
    <>
      {!isMachine && (
        <>
          <h2>Sessions</h2>
          <PostButton to={`${address}/sessions/end`}>Sign out everywhere</PostButton>
        </>
      )}
      <More>
        {member.hasPassword && (
          <Question title="Make a new password" to={`${address}/password`}>
            The password until now ends, and {name} is signed out everywhere. The next page shows the new
            password, once.
          </Question>
        )}
        <Question title={`Remove the ${isMachine ? 'API token' : 'account'}`} to={address} as="DELETE">
          {isMachine
            ? `The token of ${name} ends at once.`
            : `${name} is signed out everywhere and cannot sign in any more. The log keeps what ${name} has done.`}{' '}
          This cannot be undone.
        </Question>
      </More>
    </>
  );
}

function Elsewhere(): VNode {
  return (
    <p>
      It has roles elsewhere, too. Its password, its sessions and its removal are for those who administer all
      of these libraries, and for whoever runs the service.
    </p>
  );
}

/** The only page that shows a new password or a token, once. */
export function SecretPage({
  frame,
  name,
  secret,
  isMachine = false,
}: Shown<AccountSecretRecord> & { readonly isMachine?: boolean }): VNode {
  return (
    <Layout
      frame={frame}
      section="accounts"
      title={isMachine ? `API token of ${name}` : `Password of ${name}`}
    >
      <Notice tone="warning">
        {isMachine
          ? 'Copy this token to the program now. It is not shown again.'
          : 'Give this password to the person now. It is not shown again, and must be changed at the first sign-in.'}
      </Notice>
      <p>
        <code>{secret}</code>
      </p>
      <Link to={pageAddress(frame.library.websiteId, 'accounts')}>To the accounts</Link>
    </Layout>
  );
}
