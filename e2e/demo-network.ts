import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { built, demoSeed, demoTime, startService } from './service.ts'

const cache = new URL('../node_modules/.cache/e2e/', import.meta.url).pathname

/** Names the demo network after everything that decides what it is: the built service, seed and time. */
async function nameOf(folder: string): Promise<string> {
  const hash = createHash('sha256').update(`${demoSeed} ${demoTime}`)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.js')).sort()
  for (const file of files) hash.update(await readFile(join(folder, file)))
  return hash.digest('hex').slice(0, 16)
}

/** Deletes networks unused for an hour: another run may be using the rest at this moment. */
async function tidy(): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name)
    const used = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now()
    if (Date.now() - used > 3_600_000) await rm(path, { recursive: true, force: true })
  }
}

/**
 * Makes the frozen demo network once for each build; every worker then starts on a copy of it. The dashboard is copied
 * too, so that a build during the run does not pull pages away from under a test.
 */
export default async function makeDemoNetwork(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lyra-e2e-'))
  process.env['LYRA_E2E_FOLDER'] = folder
  await cp(built('web'), join(folder, 'web'), { recursive: true })
  const origin = join(cache, await nameOf(built('server')))
  await mkdir(cache, { recursive: true })
  if (existsSync(origin)) await utimes(origin, new Date(), new Date())
  await tidy()
  if (!existsSync(origin)) {
    const making = `${origin}.${process.pid}`
    const service = await startService(making)
    await service.stop()
    // Another run may have been quicker with the same network.
    await rename(making, origin).catch(() => rm(making, { recursive: true, force: true }))
  }
  process.env['LYRA_E2E_ORIGIN'] = origin
  return () => rm(folder, { recursive: true, force: true })
}
