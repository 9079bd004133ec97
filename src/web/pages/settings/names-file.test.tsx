// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPartyList } from '../../../wire/party-list.ts'
import { readableName } from '../../format/name.ts'
import { setNickname } from '../../preferences/set-preferences.ts'
import { preferences } from '../../preferences/preferences.ts'
import { Toaster } from '../../ui/overlays/toast.tsx'
import { NamesFile, partyListCsv } from './names-file.tsx'

const [anna, boris, carol] = ['a1', 'b2', 'c3'].map((pair) => pair.repeat(32)) as [string, string, string]

beforeEach(() => {
  preferences.reset()
  render(
    <>
      <NamesFile />
      <Toaster />
    </>,
  )
})
afterEach(cleanup)

const choose = (text: BlobPart, name = 'bots.csv'): void =>
  void fireEvent.change(screen.getByLabelText('File with names'), { target: { files: [new File([text], name)] } })
const lines = (): (string | null)[] => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('an import tells what it replaced and each line that it could not read, and can be undone', async () => {
  setNickname(anna, 'old')
  setNickname(boris, 'kept')
  choose(`id,name\n${anna},new\nbob,B\n${carol},"C"\n`)
  const notice = await screen.findByText(/^bots\.csv: 1 new name, 1 replaced\. 1 line could not be read/)
  expect(preferences.get().nicknames).toEqual({ [anna]: 'new', [boris]: 'kept', [carol]: 'C' })
  expect(lines()).toEqual([
    'Line 3: “bob” is not 64 hexadecimal characters.',
    `${anna.slice(0, 6)}…${anna.slice(-6)}: “old” is now “new”.`,
  ])
  expect(notice).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(preferences.get().nicknames).toEqual({ [anna]: 'old', [boris]: 'kept' })
  expect(screen.queryByText(/^bots\.csv/)).toBeNull()
})

test('a list that a spreadsheet saved as Unicode text is no list of unreadable lines', async () => {
  choose(new Uint8Array(Buffer.from(`\uFEFFid\tname\r\n${anna}\tAnn\u00e9\r\n`, 'utf16le')))
  await screen.findByText('bots.csv: 1 new name.')
  expect(preferences.get().nicknames).toEqual({ [anna]: 'Ann\u00e9' })
})

test('parties of a list are watched only on request', async () => {
  preferences.set({ watched: [boris] })
  choose(`${anna}\n${boris},B\n`)
  fireEvent.click(await screen.findByRole('button', { name: 'Watch 1 party' }))
  expect(preferences.get().watched).toEqual([boris, anna])
  expect(screen.queryByRole('button', { name: /^Watch/ })).toBeNull()
})

test('a dropped file is imported; the same names again change nothing and say so', async () => {
  const drop = (): void => {
    const event = new Event('drop', { bubbles: true, cancelable: true })
    Object.assign(event, { dataTransfer: { types: ['Files'], files: [new File([`${anna},A`], 'drop.csv')] } })
    fireEvent(document, event)
  }
  drop()
  await screen.findByText('drop.csv: 1 new name.')
  drop()
  await screen.findByText('drop.csv: 0 new names, 1 as before.')
  expect(preferences.get().nicknames).toEqual({ [anna]: 'A' })
})

test('a file that is too large changes nothing and says so', async () => {
  choose('#'.repeat(5_000_001))
  const notice = await screen.findByRole('status')
  expect(within(notice).getByText('bots.csv is too large for a list of names: nothing was changed.')).toBeTruthy()
})

test('watched parties and names come back from a download as they were', () => {
  expect(partyListCsv([boris], { [anna]: 'A "b", c # d', [boris]: '=1+1' })).toBe(
    `id,name\n${boris},"'=1+1"\n${anna},"A ""b"", c # d"\n`,
  )
  const name = fc
    .oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('אבג', '-5', '@x', '#', 'a,;"b'))
    .map((text) => readableName(text.trim()))
    .filter((text) => text !== '' && !text.startsWith("'"))
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(anna, boris, carol), name), (names) => {
      const { parties, problems } = readPartyList(partyListCsv([carol], names))
      expect(problems).toEqual([])
      const read = parties.map(({ partyId, name = '' }) => [partyId, readableName(name)])
      expect(Object.fromEntries(read)).toEqual({ [carol]: '', ...names })
    }),
  )
})
