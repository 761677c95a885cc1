import type { VNode } from 'preact';

export interface SignInProps {
  /** Where to go on; undefined: the first page. */
  readonly to: string | undefined;
  /** The address that leads to the identity provider, if there is one. */
  readonly provider: string | undefined;
  /** Why the last attempt failed. */
  readonly problem?: string | undefined;
  /** As it was typed. */
  readonly name?: string | undefined;
}

/** The body of the page to sign in. */
export function SignIn({ to, provider, problem, name }: SignInProps): VNode {
  return (
    <>
      <h1>Sign in</h1>
      {problem !== undefined && (
        <p class="problem" role="alert" id="problem">
          {problem}
        </p>
      )}
      <form method="post">
        {to !== undefined && <input type="hidden" name="to" value={to} />}
        <p>
          <label for="name">Name</label>
          <input
            id="name"
            name="name"
            type="text"
            value={name ?? ''}
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            required
            aria-describedby={problem === undefined ? undefined : 'problem'}
          />
        </p>
        <p>
          <label for="password">Password</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            aria-describedby={problem === undefined ? undefined : 'problem'}
          />
        </p>
        <p>
          <button type="submit">Sign in</button>
        </p>
      </form>
      {provider !== undefined && (
        <p>
          <a href={provider}>Sign in with the account of your organization</a>
        </p>
      )}
    </>
  );
}

/** The whole page, which loads nothing and runs nothing. */
export function SignInDocument(props: SignInProps): VNode {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>Sign in – Holdfast</title>
      </head>
      <body>
        <main>
          <SignIn {...props} />
        </main>
      </body>
    </html>
  );
}
