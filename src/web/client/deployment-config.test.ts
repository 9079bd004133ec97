import { afterEach, expect, test, vi } from 'vitest'
import { setNickname } from '../preferences/set-preferences.ts'
import { partyNames, setPublishedNames } from '../preferences/party-names.ts'
import { preferences } from '../preferences/preferences.ts'
import { deployment, readConfig } from './deployment-config.ts'

const serve = (body: string, status = 200): void =>
  void vi.stubGlobal('fetch', async () => new Response(body, { status }))
afterEach(() => void vi.unstubAllGlobals())

test('a missing, foreign or wrong file configures nothing', async () => {
  for (const body of ['<!doctype html>', '']) {
    serve(body)
    await readConfig()
    expect(deployment.get()).toEqual({ nodes: [], decimals: {}, names: {}, leftOut: [] })
  }
  serve('{"nodes":[]}', 404)
  await readConfig()
  expect(deployment.get().nodes).toEqual([])
})

test('decimals of a deployment never replace those of the reader', async () => {
  preferences.set({ decimals: { b2: 1 } })
  serve('{"decimals":{"b2":9,"c3":4}}')
  await readConfig()
  expect(preferences.get().decimals).toEqual({ b2: 1, c3: 4 })
})

test('an explorer of a deployment is known', async () => {
  serve('{"explorer":"https://explorer.example/{kinds}/{id}"}')
  await readConfig()
  expect(deployment.get().explorer).toBe('https://explorer.example/{kinds}/{id}')
})

test('a party has the name of the deployment, whatever the node calls it, until the reader gives it another', async () => {
  const id = 'ab'.repeat(32)
  setPublishedNames({ [id]: 'of the node', c3: 'of the node' })
  serve(JSON.stringify({ names: { [id.toUpperCase()]: 'desk \u202e', c3: 7 } }))
  await readConfig()
  expect(partyNames()).toMatchObject({ [id]: 'desk \\u202E', c3: 'of the node' })
  expect(deployment.get().leftOut).toEqual(['1 of names'])
  setNickname(id, 'mine')
  expect(partyNames()[id]).toBe('mine')
  setNickname(id, '')
  setPublishedNames({})
})

test('nodes and decimals of a deployment reach all listeners', async () => {
  const told = vi.fn<() => void>()
  const stop = deployment.subscribe(told)
  serve('{"nodes":[{"name":"Main","url":"https://node.example"}],"decimals":{"a1":5}}')
  await readConfig()
  stop()
  expect(told).toHaveBeenCalledTimes(1)
  expect(deployment.get()).toEqual({
    nodes: [{ name: 'Main', url: 'https://node.example' }],
    decimals: { a1: 5 },
    names: {},
    leftOut: [],
  })
})

test('one bad item of a deployment is lost alone, and what was left out is reported', async () => {
  preferences.reset()
  serve(
    JSON.stringify({
      nodes: [
        { name: 'Main', url: 'node.example' },
        { name: 'Bad', url: 'ftp://node.example' },
        { name: 7, url: 'https://a.example' },
      ],
      decimals: { a1: 5, b2: 5_000_000, c3: 'six' },
      explorer: 'javascript:alert({id})',
    }),
  )
  await readConfig()
  expect(deployment.get()).toEqual({
    nodes: [{ name: 'Main', url: 'https://node.example' }],
    decimals: { a1: 5 },
    names: {},
    leftOut: ['2 of nodes', '2 of decimals', 'explorer'],
  })
  expect(preferences.get().decimals).toEqual({ a1: 5 })
  serve('{"nodes":"many","explorer":"https://explorer.example/{id}"}')
  await readConfig()
  expect(deployment.get()).toMatchObject({ explorer: 'https://explorer.example/{id}', leftOut: ['nodes'] })
})

test('a configuration that is not JSON is reported, unless it is a page', async () => {
  serve('{"nodes":[{]}')
  await readConfig()
  expect(deployment.get().leftOut).toEqual(['all of it'])
})
