import { linkTo } from '../../router/link-to.ts'
import { useMarkets } from '../../entities/market/labels.ts'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import styles from './page.module.css'

/** Names the missing filter, without which the node refuses the request, and offers the known markets. */
export function NothingChosen() {
  const { byId } = useMarkets()
  const markets = [...byId.values()].filter(({ state }) => state === 'STATE_ACTIVE').slice(0, 12)
  return (
    <Panel>
      <Empty level={2} title="Choose a market or a provider">
        Choose a market above, or paste a provider’s public key.
      </Empty>
      {markets.length === 0 ? null : (
        <div className={styles.markets}>
          {markets.map(({ id, code, name }) => (
            <ButtonLink key={id} href={linkTo('/liquidity-providers', { marketId: id })}>
              {code || name}
            </ButtonLink>
          ))}
        </div>
      )}
    </Panel>
  )
}
