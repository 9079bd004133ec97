import { afterEach, expect, test, vi } from 'vitest'
import { preferences } from '../../preferences/preferences.ts'
import { deployment, readConfig } from './deployment-config.ts'

const serve = (body: string, status = 200): void =>
  void vi.stubGlobal('fetch', async () => new Response(body, { status }))
afterEach(() => void vi.unstubAllGlobals())

test('a missing, foreign or wrong file configures nothing', async () => {
  for (const body of ['<!doctype html>', '{"nodes":"many"}', '']) {
    serve(body)
    await readConfig()
    expect(deployment.get()).toEqual({ nodes: [], decimals: {} })
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

test('nodes and decimals of a deployment reach all listeners', async () => {
  const told = vi.fn<() => void>()
  const stop = deployment.subscribe(told)
  serve('{"nodes":[{"name":"Main","url":"https://node.example"}],"decimals":{"a1":5}}')
  await readConfig()
  stop()
  expect(told).toHaveBeenCalledTimes(1)
  expect(deployment.get()).toEqual({ nodes: [{ name: 'Main', url: 'https://node.example' }], decimals: { a1: 5 } })
})
