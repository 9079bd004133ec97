import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Server, type Workplace, ask, freePort, until } from './processes.ts'

/** A pgbouncer before a server. Undefined where the program is not installed. */
export async function startPooler(place: Workplace, server: Server, mode: string): Promise<string | undefined> {
  const program = '/usr/sbin/pgbouncer'
  if (!existsSync(program)) return undefined
  const port = await freePort()
  const folder = join(place.folder, `pooler-${mode}`)
  mkdirSync(folder)
  place.own(folder)
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = user=lyra host=127.0.0.1 port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'auth_type = any',
    `pool_mode = ${mode}`,
    'unix_socket_dir =',
    `logfile = ${join(folder, 'log')}`,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  place.start(program, [file])
  const url = `postgres://lyra@127.0.0.1:${port}/lyra`
  await until('the pooler answers', async () => (await ask(url, 'select 1')).length === 1)
  return url
}
