/** Put in by the build from package.json; absent when the sources run unbuilt, as in tests. */
declare const LYRA_VERSION: string | undefined

export const version = typeof LYRA_VERSION === 'string' ? LYRA_VERSION : '0'
