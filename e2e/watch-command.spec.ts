import { execFile } from 'node:child_process'
import { expect, test } from './fixtures.ts'
import { main } from './service.ts'

/** Exit status and lines of `lyra watch` against the demo. */
const watch = (node = '', ...args: string[]): Promise<{ status: number; lines: string[] }> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [main, 'watch', '--node', node, ...args], (_, lines) =>
      resolve({ status: child.exitCode ?? -1, lines: lines.trimEnd().split('\n') }),
    )
  })

test('lyra watch ends with the status of a ban on the demo, and of an unknown key', async ({ baseURL }) => {
  const banned = await watch(baseURL, '--until', 'banned', '--json')
  expect(banned.status).toBe(5)
  expect(JSON.parse(banned.lines.at(-1) ?? '')).toMatchObject({ text: expect.stringMatching(/^(Can’t|Banned)| ban /) })
  const nobody = await watch(baseURL, '--once', 'ab'.repeat(32))
  expect(nobody.status).toBe(6)
  expect(nobody.lines).toEqual([expect.stringContaining('This node has no record of this key.')])
})
