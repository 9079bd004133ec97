import { linkTo } from '../../../router/link-to.ts'
import { plural } from '../../../format/words.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { suspiciousZeros } from '../scores/fee-standings.ts'
import { maxMarkets, type ScoreRows } from '../scores/rows.ts'

interface ScorecardNoticesProps {
  scores: ScoreRows
  /** Whether the node's service levels belong to their markets. */
  trusted: boolean
  /** Assets, or markets with an unknown asset, whose decimals are unknown. */
  raw: readonly string[]
}

/** Caveats on the numbers: implausible values, failed requests, incomplete lists. */
export function ScorecardNotices({ scores, trusted, raw }: ScorecardNoticesProps) {
  const { market, waiting, failed, left, refetch } = scores
  const zeros = market ? suspiciousZeros(market.providers) : []
  const [first] = raw
  return (
    <>
      {first === undefined ? null : (
        <Notice
          state="info"
          action={
            <ButtonLink small href={linkTo('/settings', { decimals: first })}>
              Set decimals
            </ButtonLink>
          }
        >
          This node does not report the decimals of{' '}
          {raw.length === 1 ? 'this settlement asset' : `${raw.length} assets`}, so amounts are shown raw, as received.
        </Notice>
      )}
      {zeros.length === 0 ? null : (
        <Notice state="watch">
          Every provider of this market reads 0 for {zeros.join(', ')}. That points to the network or the node rather
          than to the providers.
        </Notice>
      )}
      {trusted || waiting + failed + left === 0 ? null : (
        <Notice state="info">
          This node repeats one market’s service level on all of a party’s positions, so Lyra reads each market
          separately.
        </Notice>
      )}
      {failed === 0 ? null : (
        <Notice
          state="near"
          action={
            <Button icon="refresh" onClick={refetch}>
              Retry
            </Button>
          }
        >
          {plural(failed, 'market')} could not be loaded in full: no rank or expected fees there
          {trusted ? '' : ', and no service level'}.
        </Notice>
      )}
      {left === 0 ? null : (
        <Notice state="info">
          Positions in more than {maxMarkets} markets: {plural(left, 'market')} are listed without a rank. Choose one to
          see its ranks.
        </Notice>
      )}
      {market && !market.complete ? (
        <Notice state="watch">
          Not every provider of this market is loaded: ranks and shares cover the loaded ones only.
        </Notice>
      ) : null}
    </>
  )
}
