/**
 * Our sources import each other as `./x.js`, the name that the compiler gives to `./x.ts`. Only where our own tree has no
 * such `.js` is the `.ts` taken: packages, and the compiled `dist`, resolve as they do in production. (A moduleNameMapper
 * would rewrite the imports inside of packages too.)
 */
export default function resolve(request, options) {
  try {
    return options.defaultResolver(request, options);
  } catch (error) {
    const ours = /^\.{1,2}\/.*\.js$/.test(request) && !/[\\/]node_modules[\\/]/.test(options.basedir);
    if (!ours) throw error;
    return options.defaultResolver(request.replace(/\.js$/, '.ts'), options);
  }
}
