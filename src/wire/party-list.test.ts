import { expect, test } from 'vitest'
import { readPartyList } from './party-list.ts'

const [anna = '', boris = '', carol = ''] = ['a1', 'b2', 'c3'].map((pair) => pair.repeat(32))

test('ids and names are read as spreadsheets and people write them', () => {
  const text = [
    '\uFEFFid,name',
    `# ours`,
    `${anna.toUpperCase()} , quote-bot #7 # makes the book`,
    '',
    `"${boris}";"Boris, ""the second"""  # of two`,
    `${carol}  # no name, yet`,
    `${'d4'.repeat(32)},,`,
    `${'e5'.repeat(32)},'=1+1`,
  ]
  for (const end of ['\n', '\r\n', '\r'])
    expect(readPartyList(text.join(end))).toEqual({
      parties: [
        { partyId: anna, name: 'quote-bot #7' },
        { partyId: boris, name: 'Boris, "the second"' },
        { partyId: carol },
        { partyId: 'd4'.repeat(32) },
        { partyId: 'e5'.repeat(32), name: '=1+1' },
      ],
      problems: [],
    })
})

test('columns between tabs, as a spreadsheet copies and saves them, are an id and its name', () => {
  expect(readPartyList(`id\tname\n${anna}\tA #7\t\n${boris}\t\n${carol} \t"C, D"\n\t\n${anna}\tA\tB`)).toEqual({
    parties: [{ partyId: anna, name: 'A #7' }, { partyId: boris }, { partyId: carol, name: 'C, D' }],
    problems: [
      { line: 6, text: `${anna}\tA\tB`, wrong: expect.stringContaining('more than an id and a name') as string },
    ],
  })
})

test.each([',', ';;', ' ; # nobody', ',,,'])('an empty spreadsheet row does not discard the list: %s', (row) => {
  expect(readPartyList(`${anna},A\r\n${row}\r\n`)).toEqual({ parties: [{ partyId: anna, name: 'A' }], problems: [] })
})

test('a party in several lines is one, with the name that one of them gives', () => {
  const { parties, problems } = readPartyList(`${anna}\n${boris},B\n${anna},A\n${boris}\n${boris},B`)
  expect(parties).toEqual([
    { partyId: anna, name: 'A' },
    { partyId: boris, name: 'B' },
  ])
  expect(problems).toEqual([])
})

test('a wrong line is reported by its number, and no other line is lost', () => {
  const { parties, problems } = readPartyList(
    [`${anna},A`, 'bob', ',name', `${boris},B,market maker`, `${boris},"B`, `"${boris}" B`, `${anna},Other`].join(
      '\n',
    ) + `\n${carol},a\u202Eb\n${carol},M\ufffdller\nid,name\n${carol},"C"`,
  )
  expect(parties).toEqual([
    { partyId: anna, name: 'A' },
    { partyId: carol, name: 'C' },
  ])
  expect(problems.map(({ line, wrong }) => [line, wrong])).toEqual([
    [2, 'is not 64 hexadecimal characters'],
    [3, 'is not 64 hexadecimal characters'],
    [4, 'has more than an id and a name: put a name with a comma in quotes'],
    [5, 'has quotes that do not match'],
    [6, 'has no comma after its id'],
    [7, 'is a second name of the party in line 1'],
    [8, 'has a character that cannot be shown'],
    [9, 'has a character that cannot be shown'],
    [10, 'is not 64 hexadecimal characters'],
  ])
  expect(problems[0]?.text).toBe('bob')
})
