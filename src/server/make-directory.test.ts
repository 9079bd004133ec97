import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileFault } from './file-fault.ts'
import { makeDirectory } from './make-directory.ts'

const failure = (path: string): string => {
  try {
    makeDirectory(path)
    return 'made'
  } catch (error) {
    return fileFault(error)
  }
}

test('a directory that cannot be made is refused at once and by its reason; Node alone tries for ever within /proc', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-fault-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync('nowhere', join(folder, 'link'))
  expect(failure(join(folder, 'link'))).toBe('something of that name is there already')
  expect(failure(join(folder, 'x'.repeat(300)))).toBe('its name is too long')
  if (process.platform === 'linux') expect(failure('/proc/lyra/data')).toBe('there is no such file or directory')
  expect(failure(join(folder, 'a', 'b', 'c'))).toBe('made')
  expect(failure(join(folder, 'a', 'b'))).toBe('made')
})
