/** A URL as a curl command; quotes in it are escaped. Undefined for what only this page can ask, such as an archive in this browser. */
export const curlOf = (url: string): string | undefined =>
  /^(?!https?:)[a-z]+:/i.test(url) ? undefined : `curl --compressed '${url.replaceAll("'", String.raw`'\''`)}'`
