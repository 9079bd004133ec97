import { randomBytes } from 'node:crypto'
import { promises as fs } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { codeOf, fileFault } from '../../file-fault.ts'
import { makeDirectory } from '../../make-directory.ts'

// The lock is a socket in the directory on which its holder listens. The kernel takes connections for a process that lives,
// in whichever container and however busy or suspended it is, and none for one that died: nothing has to be cleaned up after
// a crash, no clock is compared, and no process listens on the socket of a copied directory.

export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
}

const prefix = 'lock-'
const lockName = /^lock-[0-9a-f]{16}$/
/** Two processes that start at the same moment may each see the other: they try again after different times. */
const attempts = 4
const responseMs = 300

const inUse = (directory: string, holder: string): DirectoryInUse =>
  new DirectoryInUse(`The data directory ${directory} is in use by ${holder}: stop that one first.`)

/** What the system refuses when it writes there, as a sentence that names the directory; other errors unchanged. */
export const writeFailure = (error: unknown, directory: string): unknown =>
  error instanceof Error && 'syscall' in error
    ? new Error(`The data directory ${directory} cannot be written: ${fileFault(error)}.`, { cause: error })
    : error

/** A file system that takes no lock, as a sentence that names the directory. */
function lockFailure(error: unknown, directory: string): unknown {
  const code = codeOf(error)
  if (['EOPNOTSUPP', 'ENOTSUP', 'EPERM', 'EINVAL', 'ENAMETOOLONG'].includes(code)) return noLock(directory, code)
  return writeFailure(error, directory)
}

const noLock = (directory: string, why: string): Error =>
  new Error(
    `The data directory ${directory} cannot be locked (${why}), so that two processes might write to it: ` +
      'use one on a local disk, in a container a named volume.',
  )

/** File systems of several machines, by Linux's number of each: a socket shows the processes of one machine alone. */
const shared = new Map([
  [0x69_69, 'NFS'],
  [0x51_7b, 'SMB'],
  [0xff_53_4d_42, 'SMB'],
  [0xfe_53_4d_42, 'SMB'],
  [0x00_c3_64_00, 'Ceph'],
  [0x01_16_19_70, 'GFS2'],
  [0x74_61_63_6f, 'OCFS2'],
  [0x0b_d0_0b_d0, 'Lustre'],
])

/** The process that listens on a socket, as it describes itself; undefined when there is none. */
const holderAt = (path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    let words = ''
    const socket = createConnection(path)
    const settle = (holder: string | undefined): void => {
      socket.destroy()
      resolve(holder)
    }
    socket.setEncoding('utf8').on('data', (text: string) => (words += text))
    socket.on('end', () => settle(words || 'another process'))
    // A suspended process answers nothing, but its socket takes the connection.
    socket.on('connect', () => setTimeout(() => settle('another process'), responseMs).unref())
    socket.on('error', (error) => {
      const isNobody = ['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(codeOf(error))
      settle(isNobody ? undefined : `another process (${codeOf(error)})`)
    })
  })

/** What builds before 0.2 wrote into their lock: a process id and its start. */
const olderLock = async (file: string): Promise<string[] | undefined> =>
  /^(\d+) (\d*)\n$/.exec(await fs.readFile(file, 'utf8').catch(() => ''))?.slice(1)

/** The holder of such a lock; undefined where that is gone. */
async function olderHolder(file: string): Promise<string | undefined> {
  const [pid = '', start = ''] = (await olderLock(file)) ?? []
  const stat = /^\d+$/.test(pid) ? await fs.readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '') : ''
  const now = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return start !== '' && now === start && Number(pid) !== process.pid ? `process ${pid}` : undefined
}

/**
 * Locks `directory`, which is made where it is missing, until the result is called or this process ends. Its `path` is that of
 * what was locked, also when that is moved and another directory gets its name (on Linux). Rejects with DirectoryInUse while a
 * process of this machine holds it, and with a sentence where the directory takes no lock.
 */
export async function lockDirectory(directory: string): Promise<(() => Promise<void>) & { path: string }> {
  try {
    makeDirectory(directory)
  } catch (error) {
    throw writeFailure(error, directory)
  }
  const network = process.platform === 'linux' ? shared.get((await fs.statfs(directory)).type) : undefined
  if (network !== undefined) throw noLock(directory, `${network} is shared with other machines`)
  const older = await olderHolder(join(directory, 'lock'))
  if (older !== undefined) throw inUse(directory, older)
  const handle = await fs.open(directory, 'r')
  // The path of a socket has about 100 bytes at most; by the open directory it is always short.
  const short = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : directory
  try {
    for (let attempt = 1; ; attempt++) {
      const name = `${prefix}${randomBytes(8).toString('hex')}`
      const server = createServer((socket) => {
        socket.on('error', () => undefined)
        socket.end(`process ${process.pid} of ${hostname()}`, () => socket.destroy())
      })
      await new Promise<void>((resolve, reject) => server.on('error', reject).listen(join(short, name), resolve)).catch(
        (error: unknown) => Promise.reject(lockFailure(error, directory)),
      )
      server.unref()
      const unlock = async (): Promise<void> => {
        await new Promise((resolve) => server.close(resolve))
        await fs.rm(join(short, name), { force: true })
      }
      // Who looks only after it listens itself is seen by everybody who looks later: of two, at least one refuses.
      const holder = await otherHolder(directory, short, name)
      if (holder === undefined) {
        const older = join(directory, 'lock')
        if (await olderLock(older)) await fs.rm(older, { force: true })
        const release = async (): Promise<void> => {
          await unlock()
          await handle.close()
        }
        return Object.assign(release, { path: short })
      }
      await unlock()
      if (attempt === attempts) throw inUse(directory, holder)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 100 * attempt))
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The holder of another lock of the directory. Removes the sockets of processes that died. */
async function otherHolder(directory: string, short: string, own: string): Promise<string | undefined> {
  for (const name of await fs.readdir(directory)) {
    if (!lockName.test(name) || name === own) continue
    if (!(await fs.lstat(join(directory, name)).catch(() => undefined))?.isSocket()) continue
    const holder = await holderAt(join(short, name))
    if (holder !== undefined) return holder
    await fs.rm(join(directory, name), { force: true })
  }
  return undefined
}
