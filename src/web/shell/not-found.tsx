import { useLocation } from '../router/use-location.ts'
import { ButtonLink } from '../ui/inputs/button.tsx'
import { PageHead } from '../ui/display/page-head.tsx'
import { Panel } from '../ui/display/panel.tsx'
import styles from './page-error.module.css'

export function NotFound() {
  const { pathname } = useLocation()
  return (
    <>
      <PageHead title="No such page" />
      <Panel title="Nothing lives at this address">
        <div className={styles.body}>
          <pre>{pathname}</pre>
          <p>The search takes any party, market or candle id.</p>
          <ButtonLink href="/" variant="primary">
            Go to the overview
          </ButtonLink>
        </div>
      </Panel>
    </>
  )
}
