/** The question behind an address as one shell command; quotes in it cannot end the argument. */
export const curlOf = (url: string): string => `curl --compressed '${url.replaceAll("'", String.raw`'\''`)}'`
