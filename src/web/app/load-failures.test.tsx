// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const servedPage = (script: string): Response =>
  new Response(`<script type="module" crossorigin src="${script}"></script>`)
const file = 'https://lyra.example/assets/page-1.js'
/** As Chromium words it; Safari names no file. */
const failure = (): TypeError => new TypeError(`Failed to fetch dynamically imported module: ${file}`)

let stop = (): void => undefined
let fetched: string[] = []
const serve = (answers: Record<string, () => Response>): void =>
  void vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    const answer = answers[url]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })

/** A page whose code did not come, below what concerns every page. */
async function fail(error: unknown): Promise<void> {
  vi.resetModules()
  const { watchLoadFailures } = await import('./load-failures.ts')
  const { Banner } = await import('./frame/banner.tsx')
  const { PageError } = await import('./page-error.tsx')
  stop = watchLoadFailures()
  window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }))
  render(
    <>
      <Banner hasStatusLine />
      <PageError error={error} reset={() => undefined} />
    </>,
  )
}

beforeEach(() => {
  fetched = []
  const script = document.createElement('script') // in no document, so that nothing loads it
  script.setAttribute('src', '/assets/index-1.js')
  vi.spyOn(document, 'scripts', 'get').mockReturnValue([script] as never)
})
afterEach(() => {
  stop()
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('after a new build the open tab says so with one button, in no words of the browser', async () => {
  serve({ '/': () => servedPage('/assets/index-2.js') })
  await fail(failure())
  expect(await screen.findByText('A new version of Lyra is available.')).toBeTruthy()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Reload'])
  expect(document.body.textContent).not.toContain('Failed to fetch')
})

test('a file that is gone from the server is a new version too', async () => {
  serve({ '/': () => servedPage('/assets/index-1.js'), [file]: () => new Response(null, { status: 404 }) })
  await fail(failure())
  expect(await screen.findByText('A new version of Lyra is available.')).toBeTruthy()
})

test('without an answer of the server no new version is made up', async () => {
  serve({})
  await fail(failure())
  expect(await screen.findByText('The server that Lyra is loaded from is not responding.')).toBeTruthy()
  expect(screen.queryByText('A new version of Lyra is available.')).toBeNull()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a device that is offline shows that', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  serve({})
  await fail(failure())
  expect(await screen.findByText(/This device is offline/)).toBeTruthy()
  online.mockRestore()
})

test('the sign-in page of a network in between is no new version', async () => {
  serve({ '/': () => new Response('<h1>Welcome to the hotel</h1>') })
  await fail(failure())
  expect(await screen.findByText('The server that Lyra is loaded from is not responding.')).toBeTruthy()
})

test('a part that is there after all can be tried again', async () => {
  serve({ '/': () => servedPage('/assets/index-1.js'), [file]: () => new Response('export {}') })
  await fail(failure())
  await vi.waitFor(() => expect(fetched).toEqual(['/', file]))
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
})

test('a style sheet that was lost is added until it is there, and its page is shown meanwhile', async () => {
  serve({ '/': () => servedPage('/assets/index-1.js'), '/assets/page-1.css': () => new Response('') })
  vi.useFakeTimers()
  vi.resetModules()
  const { watchLoadFailures } = await import('./load-failures.ts')
  stop = watchLoadFailures()
  const added: HTMLLinkElement[] = []
  vi.spyOn(document.head, 'append').mockImplementation((link) => void added.push(link as HTMLLinkElement))
  const payload = new Error('Unable to preload CSS for /assets/page-1.css')
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload })
  window.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  added[0]?.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(1000)
  added[1]?.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(added.map((link) => link.getAttribute('href'))).toEqual(['/assets/page-1.css', '/assets/page-1.css'])
  vi.useRealTimers()
})
