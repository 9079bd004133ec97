import type { PageFailure } from '../address/router.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Panel } from '../ui/panel.tsx'
import styles from './page-error.module.css'

/** A page that broke, or whose code could not be loaded: it says so; the frame around it stays. */
export function PageError({ error, reset }: PageFailure) {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const trace = error instanceof Error ? (error.stack ?? words) : words
  return (
    <>
      <PageHead title="This page stopped" />
      <Panel>
        <div className={styles.body} role="alert">
          <p>
            A mistake in the dashboard, or a part of it that could not be loaded, not an answer of the node. Your
            settings and the other pages are not touched.
          </p>
          <pre>{words}</pre>
          <div className={styles.actions}>
            <Button variant="primary" icon="refresh" onClick={() => location.reload()}>
              Reload
            </Button>
            <Button onClick={reset}>Try again</Button>
            <CopyButton text={`${location.href}\n${trace}`} label="Copy the error">
              Copy the error
            </CopyButton>
          </div>
        </div>
      </Panel>
    </>
  )
}
