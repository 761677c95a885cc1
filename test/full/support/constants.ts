import type { Constants } from '../../../src/platform/settings/constants.js';

const MODULE = new URL('../../../dist/platform/settings/constants.js', import.meta.url).href;

/** The option of Node, for NODE_OPTIONS, with which a process has other constants. */
export function withConstants(constants: Partial<Constants>): string {
  const code = `import { CONSTANTS } from '${MODULE}'; Object.assign(CONSTANTS, ${JSON.stringify(constants)});`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}
