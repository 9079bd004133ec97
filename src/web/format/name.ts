const isolate = '\u2068'
const end = '\u2069'

/**
 * Controls, direction marks, line ends and other characters without a shape: they change how the text around them reads.
 * The joiners stay, which emoji and several scripts are written with.
 */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

const escaped = (character: string): string => {
  const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
  return point.length > 4 ? `\\u{${point}}` : `\\u${point.padStart(4, '0')}`
}

/**
 * A name that somebody else chose, fit to stand in any sentence, title or label: controls and direction marks show as
 * escapes such as `\u202E`, and a name in a script that runs from right to left is isolated from the text around it, as
 * `<bdi>` would do where there is no markup. Applying it again changes nothing.
 */
export function readableName(text: string): string {
  const bare = text.startsWith(isolate) && text.endsWith(end) ? text.slice(1, -1) : text
  const shown = bare.replace(unseen, escaped)
  return rightToLeft.test(shown) ? `${isolate}${shown}${end}` : shown
}
