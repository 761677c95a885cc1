import { Html } from './html.js';

/** Follows the reader's preference of light or dark. */
export const STYLE = new Html(`
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --link: #06c; }
@media (prefers-color-scheme: dark) { :root { --link: #7bf; } }
body { margin: 0 auto; max-width: 80rem; display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 2rem;
  padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem 0; font-size: 14px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav h4 { margin: 1rem 0 0; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
section { margin: 2rem 0; }
h3 { margin-bottom: 0; }
.address, code, pre { font-family: ui-monospace, monospace; font-size: 13px; }
.address { margin-top: 0.2rem; }
code, pre { background: var(--soft); border-radius: 3px; padding: 0.1em 0.3em; }
pre { padding: 0.7em 1em; overflow: auto; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0; }
td, th { border-top: 1px solid var(--line); padding: 0.25rem 0.5rem 0.25rem 0; text-align: left; vertical-align: top; }
dl { display: grid; grid-template-columns: 3rem 1fr; gap: 0.2rem 0.5rem; }
dt { font-weight: bold; }
dd { margin: 0; }
small { opacity: 0.75; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; } }
`);
