/** A URL as a curl command; quotes in it are escaped. */
export const curlOf = (url: string): string => `curl --compressed '${url.replaceAll("'", String.raw`'\''`)}'`
