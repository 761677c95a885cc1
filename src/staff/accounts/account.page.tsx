import type { VNode } from 'preact';
import type { LibraryMember } from './library-accounts.service.js';
import { isIn } from '../permissions/staff-principal.js';
import { ACCOUNT } from '../addresses/sign-in-addresses.js';
import { accountAddress, pageAddress } from '../addresses/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Link, PostButton } from '../console/components/post-button.js';
import { Notice } from '../console/components/notice.js';
import { PostForm } from '../console/components/form.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { endOf, RoleChoices, rolesOf, wayInOf } from './accounts.page.js';

interface AccountPageProps {
  readonly frame: LibraryFrame;
  readonly member: LibraryMember;
}

/** One account or API token, and forms to change it. */
export function AccountPage({ frame, member }: AccountPageProps): VNode {
  const { websiteId } = frame.library;
  const address = accountAddress(websiteId, member.staffId);
  const here = member.roles.filter((role) => isIn(role, websiteId));
  const own = here.filter((role) => role.websiteId !== null).map(({ role }) => role);
  return (
    <Layout
      frame={frame}
      section="accounts"
      title={`${member.isMachine ? 'API token' : 'Account'} ${member.name}`}
    >
      <Facts
        facts={[
          ['Roles in this library', rolesOf({ ...member, roles: here }) || 'none'],
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
        <>
          <h2>Roles</h2>
          <PostForm action={`${address}/roles`}>
            <RoleChoices of="account" roles={own} />
            <button type="submit">Change the roles</button>
          </PostForm>
          {member.isGoverned ? <WholeAccount member={member} address={address} /> : <Elsewhere />}
        </>
      )}
    </Layout>
  );
}

/** Changes that concern the account in all its libraries. */
function WholeAccount({ member, address }: { member: LibraryMember; address: string }): VNode {
  return (
    <>
      {!member.isMachine && (
        <>
          <h2>Sessions</h2>
          <PostButton to={`${address}/sessions/end`}>Sign out everywhere</PostButton>
        </>
      )}
      <h2>{member.hasPassword ? 'Password and removal' : 'Removal'}</h2>
      <ul>
        {member.hasPassword && (
          <li>
            <a href={`${address}/password`}>Make a new password …</a>
          </li>
        )}
        <li>
          <a href={`${address}/removal`}>Remove {member.isMachine ? 'the API token' : 'the account'} …</a>
        </li>
      </ul>
    </>
  );
}

function Elsewhere(): VNode {
  return (
    <p>
      It has roles elsewhere, too. Its password, its sessions and its removal are for those who administer all
      of these libraries, and for the service’s operator.
    </p>
  );
}

interface SecretPageProps {
  readonly frame: LibraryFrame;
  readonly name: string;
  readonly secret: string;
  readonly isMachine: boolean;
}

/** The only page that shows a new password or a token, once. */
export function SecretPage({ frame, name, secret, isMachine }: SecretPageProps): VNode {
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

type AccountQuestion = 'roles' | 'password' | 'removal';

interface QuestionPageProps extends AccountPageProps {
  readonly question: AccountQuestion;
}

const QUESTIONS: Readonly<Record<AccountQuestion, string>> = {
  roles: 'Take all roles away',
  password: 'Make a new password',
  removal: 'Remove',
};

/** Asks before something that cannot be undone, or that locks somebody out. */
export function QuestionPage({ frame, member, question }: QuestionPageProps): VNode {
  const address = accountAddress(frame.library.websiteId, member.staffId);
  const fields = question === 'roles' ? { confirmed: 'yes' } : {};
  return (
    <Layout frame={frame} section="accounts" title={`${QUESTIONS[question]}: ${member.name}`}>
      <p>{whatHappens(member, question)}</p>
      <PostButton to={`${address}/${question}`} fields={fields} isDangerous>
        {QUESTIONS[question]}
      </PostButton>
      <Link to={address}>Back to the account, without a change</Link>
    </Layout>
  );
}

function whatHappens({ name, isMachine }: LibraryMember, question: AccountQuestion): string {
  if (question === 'roles')
    return `${name} can do nothing in this library any more. The account stays: with its name it can be given a role again.`;
  if (question === 'password')
    return `The password until now ends, and ${name} is signed out everywhere. The next page shows the new password, once.`;
  if (isMachine) return `The token of ${name} ends at once. This cannot be undone.`;
  return `${name} is signed out everywhere and cannot sign in any more. The log keeps what ${name} has done. This cannot be undone.`;
}
