import type { ReactNode } from 'react'
import { groupDigits, shiftDecimals, trimZeros } from '../../../format/amount.ts'
import { formatUsed } from '../../../format/percent.ts'
import { formatInstant } from '../../../format/time.ts'
import { usePreference, useZone } from '../../../preferences/use-preferences.ts'
import { isConfirming, type Gauge, gaugeLabels, noLimit } from '../../../../wire/spam/spam-gauges.ts'
import { NodeCountdown } from '../node-countdown.tsx'
import styles from './gauge-card.module.css'
import { nounFor } from '../../../format/words.ts'
import { useAssets } from '../../../entities/labels.ts'
import { Exact } from '../../../ui/display/exact.tsx'

/** Digits that fit at the size of a figure; longer counts are set smaller. */
const maxDigits = 9
const isLong = (digits: string): true | undefined => digits.length > maxDigits || undefined

export const UsedOfLimit = ({ used, max }: { used: string; max: string }) => (
  <b data-long={isLong(max)}>
    {groupDigits(used)} <small>/ {groupDigits(max)}</small>
  </b>
)

interface FigureProps {
  gauge: Gauge
  /** When the node sent it: Unix nanoseconds of its clock. */
  answeredAt: bigint
}

/** Used of the limit, or the time until a ban ends. Instants are without their date, which the scale below shows. */
export function Figure({ gauge, answeredAt }: FigureProps): ReactNode {
  const zone = useZone()
  const live = usePreference('live')
  const { name, state, bannedUntil, endedBan } = gauge
  if (bannedUntil !== undefined && state === 'stale') return <b className={styles['words']}>Not known</b>
  if (bannedUntil !== undefined) {
    return (
      <>
        <b>
          <NodeCountdown until={bannedUntil} label={gaugeLabels[name]} size="figure" />
        </b>
        <span>until {formatInstant(bannedUntil, zone, { date: false })}</span>
      </>
    )
  }
  if (endedBan !== undefined && isConfirming(endedBan, answeredAt)) {
    return (
      <>
        <b className={styles['words']}>{live ? 'Ban ended' : 'Unconfirmed'}</b>
        <span>
          {live ? '' : 'ban ended '}
          {formatInstant(endedBan, zone, { date: false })}
        </span>
      </>
    )
  }
  return <Count gauge={gauge} />
}

function Count({ gauge: { state, used, max, left } }: { gauge: Gauge }): ReactNode {
  if (used === undefined || max === undefined) return <b className={styles['words']}>Not reported</b>
  if (state === 'denied') return <b className={styles['words']}>Not allowed</b>
  if (state === 'none') {
    return (
      <b data-long={isLong(used)}>
        {groupDigits(used)} <small>sent</small>
      </b>
    )
  }
  return (
    <>
      <UsedOfLimit used={used} max={max} />
      {left !== undefined && <span>{groupDigits(left)} left</span>}
    </>
  )
}

/** The text at the left under the meter. */
export function scaleWords({ name, state, used, max, endedBan }: Gauge): string {
  if (used === undefined || max === undefined) return 'Not reported by this node'
  if (state === 'denied') return 'Limit is 0 this epoch'
  if (state === 'none') return 'No limit on this node'
  if (state === 'banned' || endedBan !== undefined)
    return BigInt(max) >= noLimit
      ? `${groupDigits(used)} sent, no limit`
      : `${groupDigits(used)} of ${groupDigits(max)} used`
  const share = formatUsed(used, max, 0)
  return share === undefined ? '' : `${share} used${name === 'votes' ? ' on the closest proposal' : ''}`
}

/** Stakes are in the network's own token, which has 18 decimals on every network of this kind. */
const stakingDecimals = 18
const stakingSymbol = 'VEGA'

/** The minimum stake for a type of transaction, in whole tokens; the title holds the smallest units. */
export function MinimumTokens({ raw }: { raw: string | undefined }) {
  const assets = useAssets()
  if (raw === undefined) return <span>Required stake: not reported</span>
  if (raw === '0') return <span>Required stake: none</span>
  if (!/^\d+$/.test(raw)) return <span title={raw}>Required stake: {raw || 'not reported'}</span>
  const asset = [...assets.byId.values()].find(({ symbol }) => symbol === stakingSymbol)
  const amount = groupDigits(trimZeros(shiftDecimals(raw, asset?.decimals ?? stakingDecimals)))
  return (
    <Exact exact={`${raw} smallest units, staked by the party`}>
      Required stake: <b>{amount}</b> {asset?.symbol ?? nounFor(amount, 'token')}
    </Exact>
  )
}
