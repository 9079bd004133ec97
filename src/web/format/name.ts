const isolate = '\u2068'
const end = '\u2069'

/** Controls, direction marks and other invisible characters that change how text reads; not the joiners of emoji and scripts. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

const escaped = (character: string): string => {
  const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
  return point.length > 4 ? `\\u{${point}}` : `\\u${point.padStart(4, '0')}`
}

/** Makes a foreign name safe in any text: invisible characters escaped, right-to-left names isolated. Idempotent. */
export function readableName(text: string): string {
  const bare = text.startsWith(isolate) && text.endsWith(end) ? text.slice(1, -1) : text
  const shown = bare.replace(unseen, escaped)
  return rightToLeft.test(shown) ? `${isolate}${shown}${end}` : shown
}
