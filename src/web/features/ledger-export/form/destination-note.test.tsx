// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { preferences } from '../../../preferences/preferences.ts'
import { DestinationNote } from './destination-note.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** What the form says about where the bytes will go. */
async function destinationNote(secure: boolean, storage: object | undefined): Promise<string> {
  vi.stubGlobal('isSecureContext', secure)
  vi.stubGlobal('navigator', { storage })
  const { container } = render(<DestinationNote />)
  await screen.findByText(/This browser|This page is not/)
  return container.textContent ?? ''
}

const home = { getFileHandle: async () => ({}), removeEntry: async () => undefined }
const storageOf = (free: number | undefined) => ({
  getDirectory: async () => home,
  estimate: async () => (free === undefined ? {} : { quota: free + 7, usage: 7 }),
})

test('the free space of private storage is shown before an export needs it', async () => {
  const note = await destinationNote(true, storageOf(2_345_678_901))
  expect(note).toContain('collected in its own storage')
  expect(note).toContain('About 2.34 GB are free.')
})

test('no free space is shown where the browser does not report it', async () => {
  expect(await destinationNote(true, storageOf(undefined))).not.toContain('free')
})

test('with too little space the export is held in memory, and the plain link is recommended', async () => {
  const note = await destinationNote(true, storageOf(63_000_000))
  expect(note).toContain('This browser has only 63 MB left for this page, so the export is held in memory.')
  expect(note).toContain('use the plain link')
})

test('storage that is switched off is not called full', async () => {
  const off = {
    ...storageOf(5_000_000_000),
    getDirectory: () => Promise.reject(new DOMException('off', 'SecurityError')),
  }
  expect(await destinationNote(true, off)).toContain(
    'This browser offers no storage on this page, so the export is held in memory.',
  )
})

test('on plain http the reason is shown', async () => {
  const note = await destinationNote(false, undefined)
  expect(note).toContain('This page is not on https')
  expect(note).toContain('so the export is held in memory')
  expect(note).toContain('use the plain link')
})

test('an archive in this browser, which has no plain link, is not said to have one', async () => {
  preferences.hold({ node: 'archive:gone-1' })
  const note = await destinationNote(true, storageOf(63_000_000))
  preferences.hold({})
  expect(note).toContain('For a very large one, choose a shorter range.')
  expect(note).not.toContain('plain link')
})

test('with a file picker the user chooses, and private storage is not touched', async () => {
  vi.stubGlobal('showSaveFilePicker', async () => undefined)
  const touched = vi.fn()
  expect(await destinationNote(true, { getDirectory: touched })).toContain('saves it when the export finishes')
  expect(touched).not.toHaveBeenCalled()
})
