/** A party by its id in lower case; one without a name has none. */
export interface ListedParty {
  partyId: string
  name?: string
}

/** A line that was not read, counted from 1: what stands there, and what is wrong with it as the end of a sentence. */
export interface PartyListProblem {
  line: number
  text: string
  wrong: string
}

export const isPartyId = (text: string): boolean => /^[\da-f]{64}$/i.test(text)

type Cell = { text: string } | { wrong: string }

const idCell = /^\s*(?:"([^"]*)"|([^",;\t#]*))/
const quotedName = /^\s*"((?:[^"]|"")*)"[\s,;]*(?:#.*)?$/
/** Controls, direction marks and what stands for bytes that are no UTF-8; not the joiners of emoji and scripts. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/u
/** The apostrophe that keeps a spreadsheet from running a name as a formula. */
const guard = /^'(?=\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/

/** The text of a name in what follows its separator; empty for none. */
function nameIn(rest: string): Cell {
  const quoted = quotedName.exec(rest)?.[1]
  if (quoted !== undefined) return { text: quoted.replaceAll('""', '"') }
  if (/^\s*"/.test(rest)) return { wrong: 'has quotes that do not match' }
  // `bot #7` is a name; `bot # the seventh` is one with a comment.
  const text = rest.replace(/(?:^|\s)#(?=\s|$).*/, '').replace(/[\s,;]+$/, '')
  return /[,;\t]/.test(text) ? { wrong: 'has more than an id and a name: put a name with a comma in quotes' } : { text }
}

function readLine(line: string): ListedParty | { text: string; wrong: string } | undefined {
  const [start = '', quoted, bare = ''] = idCell.exec(line) ?? []
  const id = (quoted ?? bare).trim()
  const rest = line.slice(start.length).replace(/^ +/, '')
  // A spreadsheet writes an empty row as its separators.
  if (id === '' && /^[\s,;]*(?:#|$)/.test(rest)) return undefined
  if (!isPartyId(id)) return { text: id, wrong: 'is not 64 hexadecimal characters' }
  const partyId = id.toLowerCase()
  if (rest === '' || rest.startsWith('#')) return { partyId }
  const name: Cell = /^[,;\t]/.test(rest) ? nameIn(rest.slice(1)) : { wrong: 'has no comma after its id' }
  if ('wrong' in name) return { text: line.trim(), ...name }
  if (unseen.test(name.text)) return { text: line.trim(), wrong: 'has a character that cannot be shown' }
  const text = name.text.trim().replace(guard, '')
  return text === '' ? { partyId } : { partyId, name: text }
}

/**
 * Reads a list of parties: a line is `id` or `id,name`, as CSV (RFC 4180; `;` and a tab separate too). A first line `id,name`, empty
 * lines and what `#` begins are passed over; in a name without quotes, `#` begins a comment only between spaces. Of a party in
 * several lines the first place and the only name count. Never throws.
 */
export function readPartyList(text: string): { parties: ListedParty[]; problems: PartyListProblem[] } {
  const parties = new Map<string, ListedParty>()
  const linesOf = new Map<string, number>()
  const problems: PartyListProblem[] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const head = lines.findIndex((line) => readLine(line) !== undefined)
  for (const [at, content] of lines.entries()) {
    if (at === head && /^\s*"?id"?\s*(?:[,;\t]\s*"?name"?[\s,;]*)?$/i.test(content)) continue
    const read = readLine(content)
    if (read === undefined) continue
    const line = at + 1
    if ('wrong' in read) {
      problems.push({ line, ...read })
      continue
    }
    const before = parties.get(read.partyId)
    if (before?.name !== undefined && read.name !== undefined && before.name !== read.name) {
      problems.push({
        line,
        text: read.name,
        wrong: `is a second name of the party in line ${linesOf.get(read.partyId)}`,
      })
    } else if (!before || before.name === undefined) {
      parties.set(read.partyId, read)
      linesOf.set(read.partyId, line)
    }
  }
  return { parties: [...parties.values()], problems }
}
