// Every text of the source that a reader may see is held against the words that a page may not use: one thing has one
// word, and a sentence says what happens, not what the machine does.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** What may not appear, and what says it instead. */
const never: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\b(?:is|are|was) asked (?!for)/i, 'loads, refreshes'],
  [/\basked (?:all the same|at once|by itself|yet)\b/i, 'loaded'],
  [/\bcould not be asked\b/i, 'could not be loaded'],
  [/\b(?:in step|behind the chain)\b/i, 'synced, lag'],
  [/\b64[- ](?:hex|digit)/i, '64-character'],
  [/\bleast (?:time|factor|margin|stake|leverage)\b/i, 'min'],
  [/\bmost leverage\b/i, 'max'],
  [/\bremembered fee\b/i, 'penalty history'],
  [/\bevery member\b/i, 'all fields'],
  [/\bupside down\b/i, 'invert scale'],
  [/\bworked out\b/i, 'calculated'],
  [/\bnothing lives\b/i, 'page not found'],
  [/\bcould not go on\b/i, 'could not continue'],
  [/\b(?:what|rows that) (?:had )?came\b/i, 'arrived, received'],
  [/\bhanded over\b/i, 'saved'],
  [/\band pace\b/i, 'rate, refresh'],
  [/\bhas run out\b/i, 'expired'],
  [/\b(?:stands? (?:in|at|beside) the|stand at)\b/i, 'is'],
  [/\breason is (?:given )?below\b/i, 'see the reason below'],
  [/\bforgotten\b|\bForget\b/, 'removed, remove, clear'],
  [/\brefused to copy\b/i, 'blocked copying'],
  [/\bend (?:not included|excluded)\b/i, 'end exclusive'],
  [/\bnone carried\b|\bown move\b/i, 'none, internal move'],
  [/\bis no (?:ledger|file)\b/i, 'is not a'],
  [/\banswered with an empty list\b/i, 'returned an empty list'],
  [/\bdoes not (?:say|tell)\b/i, 'does not report'],
  [/\bnot asked\b|\bask again\b|\bwants fewer\b/i, 'not checked, refresh, rate limited'],
  [/^ ?(?:Go on|Keys) ?$|\b[Ss]how all keys\b/, 'resume, keyboard shortcuts'],
  [/\bcalls? (?:left|in)\b|\bcalls that may be sent\b|\bcomes? back with time\b/i, 'requests, recovers over time'],
  [
    /\bno answer\b|\bit answered\b|\banswer could not\b|\bfailed to read it\b/i,
    'response, responded, reported an error',
  ],
  [/\bas the interface says\b|\bas this deployment says\b/i, 'match the API, set by'],
  [/\b(?:you are offline|slowed down)\b/i, 'this device is offline, rate limited'],
  [/\b(?:lifts in|is over|are over)\b/i, 'ends in, has elapsed, has ended'],
  [/\bstands\b/i, 'is, goes'],
  [/\b(?:knows no|describes no|provides none|in no sum|is none of)\b/i, 'has no, is not one of, is left out'],
  [/\b(?:statements in it|amounts of it|about it$|its times and|that holds it)/i, 'the noun'],
  [/^ ?Reading (?:this|the|epoch|block)\b|\b(?:epoch|block).* could not be read\b/i, 'loading, could not be loaded'],
  [
    /\bfrom before\.|\brows above stay\b|\bmay come\b|\bstay as received\b/i,
    'loaded before, are kept, may arrive, are shown',
  ],
  [/\bof at least one character\b|\btaken over\b|\bline of markets\b|\boutside explorer\b/i, 'plain words'],
  [/\bwhose (?:statement|limits)\b|\bwhat distinguishes\b|\bhas been read yet\b/i, 'a direct sentence'],
  [
    /\bNo byte for\b|\bseen to it\b|\bof this kind start\b|\bnotifications of this\b/,
    'No data for, of, like this one, from',
  ],
]

interface Node {
  type?: string
  value?: unknown
}

/** The texts of a file: of elements, of strings and of templates. Imports and types have none. */
function textsOf(path: string, source: string): string[] {
  const texts: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, value } = node as Node
    if (type !== undefined && /^(?:Import|TSLiteral|TSImport)/.test(type)) return
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') texts.push(value)
    if (type === 'TemplateElement') texts.push((value as { raw: string }).raw)
    Object.values(node).forEach(visit)
  }
  visit(parseSync(path, source).program)
  return texts.map((text) => text.replaceAll(/\s+/g, ' '))
}

const findingsIn = (path: string, source: string): string[] =>
  textsOf(path, source).flatMap((text) =>
    never.filter(([words]) => words.test(text)).map(([, instead]) => `${path}: "${text}" (write: ${instead})`),
  )

test('a text that uses a word no page may use is found, wherever it is written', () => {
  expect(findingsIn('a.tsx', 'const a = <p>The node was asked\n all the same.</p>')).toHaveLength(2)
  expect(findingsIn('a.ts', "const a = 'Paste any 64-digit id'")).toHaveLength(1)
  expect(findingsIn('a.ts', 'const a = `${rows} rows that came`')).toHaveLength(1)
  expect(findingsIn('a.ts', "import a from './forgotten.ts' // what had come was forgotten")).toEqual([])
})

test('no page uses a word that has a better one', () => {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.|(?:^|\/)testing\//.test(path),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((path) => findingsIn(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})
