import type { VNode } from 'preact';
import { type Role, ROLES } from '../permissions/staff-principal.js';
import { Box } from '../console/components/field.js';

const WORDS: Readonly<Record<Role, string>> = {
  viewer: 'looks at queues, titles to buy and charts, and sees no patron',
  desk: 'helps patrons, corrects addresses and sends notices again',
  collections: 'buys copies and imports collections',
  admin: 'may do all of that, and changes settings, webhooks and accounts',
};

interface RoleChoicesProps {
  /** Distinguishes the forms of one page. */
  readonly of: string;
  readonly roles: readonly Role[];
  /** Why what was chosen is not accepted. */
  readonly problem?: string | undefined;
}

/** A box for each role in the library. */
export function RoleChoices({ of, roles, problem }: RoleChoicesProps): VNode {
  const problemId = problem === undefined ? undefined : `${of}-roles-problem`;
  return (
    <fieldset aria-describedby={problemId}>
      <legend>Roles in this library</legend>
      {problem !== undefined && (
        <p class="field-problem" id={problemId} role="status">
          {problem}
        </p>
      )}
      {ROLES.map((role) => (
        <Box key={role} name={role} checked={roles.includes(role)}>
          <strong>{role}</strong> {WORDS[role]}
        </Box>
      ))}
    </fieldset>
  );
}
