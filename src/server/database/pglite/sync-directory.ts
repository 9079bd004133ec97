import { promises as fs } from 'node:fs'
import { join } from 'node:path'

/** Makes sure that all files below `directory` are on the disk, whatever happens to the machine. */
export async function syncDirectory(directory: string): Promise<void> {
  for (const entry of await fs.readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() && !entry.isDirectory()) continue
    const handle = await fs.open(join(entry.parentPath, entry.name), 'r')
    await handle.sync().finally(() => handle.close())
  }
  const handle = await fs.open(directory, 'r')
  await handle.sync().finally(() => handle.close())
}
