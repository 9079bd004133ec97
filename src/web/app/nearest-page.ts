import { type PageName, pages } from '../../wire/pages.ts'

/** Changes of one letter that turn one text into another (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, letter] of from.split('').entries()) {
    const next = [at + 1]
    for (const [index, other] of to.split('').entries()) {
      const change = (row[index] ?? 0) + Number(letter !== other)
      next.push(Math.min(change, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Three letters are enough to distinguish the pages. */
const isStart = (text: string, word: string): boolean => text.length >= 3 && word.startsWith(text)

const firstSegment = (path: string): string => path.split('/')[1] ?? ''

/** The page whose path begins most like this one, or undefined when none is close: `/margin-mode`, `/candels`. */
export function nearestPage(pathname: string): { name: string; href: string } | undefined {
  const wanted = firstSegment(pathname).toLowerCase()
  const known = (Object.keys(pages) as PageName[]).flatMap((name) => {
    const [path = '/'] = Object.keys(pages[name].paths).filter((each) => !each.includes('$'))
    const words = [firstSegment(path), pages[name].name.toLowerCase().replaceAll(' ', '-')]
    return path === '/'
      ? []
      : [
          {
            name: pages[name].name,
            href: path,
            by: Math.min(...words.map((word) => (isStart(wanted, word) ? 1 : distance(wanted, word)))),
          },
        ]
  })
  const [best] = known.toSorted((a, b) => a.by - b.by)
  return best && best.by <= Math.max(2, wanted.length / 3) ? { name: best.name, href: best.href } : undefined
}
