import fc from 'fast-check'
import { format } from 'node:util'
import { afterEach, inject, vi } from 'vitest'

// Every property of a run starts from the run's one seed, which `vitest.global-setup.ts` chooses and prints.
fc.configureGlobal({ seed: inject('propertySeed') })

// What is waited for comes late on a busy machine; what never comes still fails well before the test's own limit.
const waitMs = 40_000
const { waitFor, waitUntil } = vi
type Options = Parameters<typeof waitFor>[1]
const patient = (options: Options): Options => (typeof options === 'number' ? options : { timeout: waitMs, ...options })
vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: waitMs })
}

// What React complains of (elements in places that HTML forbids, missing keys, updates outside of `act`) is a defect of the
// page or of the test, so it fails the test. A test that expects an error spies on `console.error` itself. The log of the
// service writes there too, so it is for tests with a document alone.
if (typeof document !== 'undefined') {
  const { error } = console
  const errors: string[] = []
  console.error = (...words: unknown[]) => {
    const text = format(...words)
    // The document of these tests does not know the element yet; browsers do.
    if (text.startsWith('The tag <search> is unrecognized')) return
    error(...words)
    errors.push(text)
  }
  afterEach(() => {
    const all = errors.splice(0)
    if (all.length > 0) throw new Error(`console.error was called:\n${all.join('\n')}`)
  })
}
