import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a directory and those above it. Node itself, asked for both, calls a read-only file system a missing directory. */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error && error.code
    if (code === 'EEXIST' && statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    makeDirectory(dirname(path))
    mkdirSync(path)
  }
}
