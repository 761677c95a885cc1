/**
 * The sources import each other as `./x.js`, the name that the compiler gives to `./x.ts` or `./x.tsx`. This takes those only
 * where there is no such `.js`, so that packages and the compiled `dist` resolve as in production. A moduleNameMapper would also
 * rewrite the imports inside packages.
 */
export default function resolve(request, options) {
  try {
    return options.defaultResolver(request, options);
  } catch (error) {
    const ours = /^\.{1,2}\/.*\.js$/.test(request) && !/[\\/]node_modules[\\/]/.test(options.basedir);
    if (!ours) throw error;
    return sourceOf(request, options);
  }
}

function sourceOf(request, options) {
  try {
    return options.defaultResolver(request.replace(/\.js$/, '.ts'), options);
  } catch {
    return options.defaultResolver(request.replace(/\.js$/, '.tsx'), options);
  }
}
