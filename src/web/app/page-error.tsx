import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useLocation } from '../router/use-location.ts'
import { Button, ButtonLink } from '../ui/inputs/button.tsx'
import { CopyButton } from '../ui/inputs/copy-button.tsx'
import { PageHead } from '../ui/display/page-head.tsx'
import { Panel } from '../ui/display/panel.tsx'
import { useObservable } from '../use-observable.ts'
import { Anchor } from '../ui/inputs/anchor.tsx'
import { findRequests } from './commands.ts'
import { FindButton } from './palette/palette.tsx'
import { isLoadFailure, type LoadFailure, loadFailure } from './load-failures.ts'
import styles from './page-error.module.css'
import { type PageName, pages } from '../../wire/pages.ts'

/** Changes of one letter that turn one text into another (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, letter] of from.split('').entries()) {
    const next = [at + 1]
    for (const [index, other] of to.split('').entries()) {
      const change = (row[index] ?? 0) + Number(letter !== other)
      next.push(Math.min(change, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Three letters are enough to distinguish the pages. */
const isStart = (text: string, word: string): boolean => text.length >= 3 && word.startsWith(text)

const firstSegment = (path: string): string => path.split('/')[1] ?? ''

/** The page whose path begins most like this one, or undefined when none is close: `/margin-mode`, `/candels`. */
export function nearestPage(pathname: string): { name: string; href: string } | undefined {
  const typed = firstSegment(pathname).toLowerCase()
  const candidates = (Object.keys(pages) as PageName[]).flatMap((name) => {
    const [path = '/'] = Object.keys(pages[name].paths).filter((each) => !each.includes('$'))
    if (path === '/') return []
    const words = [firstSegment(path), pages[name].name.toLowerCase().replaceAll(' ', '-')]
    const by = Math.min(...words.map((word) => (isStart(typed, word) ? 1 : distance(typed, word))))
    return [{ name: pages[name].name, href: path, by }]
  })
  const [best] = candidates.toSorted((a, b) => a.by - b.by)
  return best && best.by <= Math.max(2, typed.length / 3) ? { name: best.name, href: best.href } : undefined
}

function troubleWords(trouble: LoadFailure | undefined): string {
  if (trouble === 'new')
    return 'It belongs to a version of Lyra that the server no longer has. Reload to open the new one.'
  if (trouble !== 'away') return 'A part of Lyra did not load. Your settings are safe.'
  return navigator.onLine
    ? 'The server that Lyra is loaded from is not responding.'
    : 'This device is offline. Pages that were open before still work.'
}

/** A page whose chunk failed to load; the banner offers a new version. */
function NotLoaded({ retry }: { retry: () => void }) {
  const trouble = useObservable(loadFailure)
  return (
    <>
      <PageHead title="This page could not be loaded" />
      <Panel>
        <div className={styles.body} role="alert">
          <p>{troubleWords(trouble)}</p>
          {trouble !== 'new' && (
            <Button variant="primary" icon="refresh" onClick={retry}>
              Try again
            </Button>
          )}
        </div>
      </Panel>
    </>
  )
}

/** Replaces a page that threw or failed to load. The frame stays. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter()
  // Loads the page's code again as well.
  const retry = () => void router.invalidate()
  if (isLoadFailure(error)) return <NotLoaded retry={retry} />
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const trace = error instanceof Error ? (error.stack ?? words) : words
  return (
    <>
      <PageHead title="This page stopped" />
      <Panel>
        <div className={styles.body} role="alert">
          <p>
            The error is in the dashboard, not in the node’s data. Your settings and the other pages are unaffected.
          </p>
          <pre>{words}</pre>
          <div className="row">
            <Button variant="primary" icon="refresh" onClick={() => location.reload()}>
              Reload
            </Button>
            <Button onClick={retry}>Try again</Button>
            <CopyButton text={`${location.href}\n${trace}`} label="Copy the error">
              Copy the error
            </CopyButton>
          </div>
        </div>
      </Panel>
    </>
  )
}

export function NotFound() {
  const { pathname } = useLocation()
  const near = nearestPage(pathname)
  return (
    <>
      <PageHead title="Page not found" />
      <Panel>
        <div className={styles.body}>
          <pre>{pathname}</pre>
          {near && (
            <p>
              Did you mean{' '}
              <Anchor href={near.href} className="link">
                {near.name}
              </Anchor>
              ?
            </p>
          )}
          <p>Search for a party, market or candle id.</p>
          <FindButton onFind={findRequests.emit} />
          <ButtonLink href="/" variant={near ? 'default' : 'primary'}>
            Go to the overview
          </ButtonLink>
        </div>
      </Panel>
    </>
  )
}
