import type { ReactNode } from 'react'
import { groupDigits } from '../../../format/amount.ts'
import { formatUsed } from '../../../format/percent.ts'
import { formatInstant } from '../../../format/time.ts'
import { usePreferences, useZone } from '../../../preferences/use-preferences.ts'
import { isConfirming } from '../ban.ts'
import { type Gauge, gaugeLabels, noLimit } from './gauge.ts'
import styles from './gauge-card.module.css'
import { NodeCountdown } from '../node-countdown.tsx'

/** Digits that fit a card in the size of a figure. */
const longest = 9

interface FigureProps {
  gauge: Gauge
  /** When the node said so: Unix nanoseconds of its clock. */
  answeredAt: bigint
  /** The ban has run out by the node's clock. */
  onEnd: () => void
}

/** Used of the limit, or the time until a ban ends. Instants without their date: the date stands on the scale below. */
export function Figure({ gauge, answeredAt, onEnd }: FigureProps): ReactNode {
  const zone = useZone()
  const { live } = usePreferences()
  const label = gaugeLabels[gauge.name]
  if (gauge.bannedUntil !== undefined) {
    return (
      <>
        <b className={styles['countdown']}>
          <NodeCountdown until={gauge.bannedUntil} label={label} onEnd={onEnd} size="figure" />
        </b>
        <span>until {formatInstant(gauge.bannedUntil, zone, { date: false })}</span>
      </>
    )
  }
  if (gauge.endedBan !== undefined && isConfirming(gauge.endedBan, answeredAt)) {
    return (
      <>
        <b className={styles['words']}>{live ? 'Confirming' : 'Unconfirmed'}</b>
        <span>ban ended {formatInstant(gauge.endedBan, zone, { date: false })}</span>
      </>
    )
  }
  if (gauge.used === undefined) return <b className={styles['words']}>Not reported</b>
  if (gauge.state === 'denied') return <b className={styles['words']}>None allowed</b>
  if (gauge.state === 'none') {
    return (
      <b data-long={(gauge.used ?? '').length > longest || undefined}>
        {groupDigits(gauge.used ?? '')} <small>sent</small>
      </b>
    )
  }
  return (
    <>
      <b data-long={(gauge.most ?? '').length > longest || undefined}>
        {groupDigits(gauge.used ?? '')} <small>/ {groupDigits(gauge.most ?? '')}</small>
      </b>
      <span>{groupDigits(gauge.left ?? '')} left</span>
    </>
  )
}

/** What stands at the left under the meter. */
export function scaleWords(gauge: Gauge): string {
  if (gauge.used === undefined) return 'This node does not say'
  if (gauge.state === 'denied') return 'Limit is 0 this epoch'
  if (gauge.state === 'none') return 'No limit on this node'
  const counted = gauge.state === 'banned' || gauge.endedBan !== undefined
  if (counted && gauge.most !== undefined && BigInt(gauge.most) >= noLimit)
    return `${groupDigits(gauge.used ?? '?')} sent, no limit`
  if (counted) return `${groupDigits(gauge.used ?? '?')} of ${groupDigits(gauge.most ?? '?')} used`
  const share = formatUsed(gauge.used ?? '', gauge.most ?? '', 0)
  return share === undefined ? '' : `${share} used${gauge.name === 'votes' ? ' on the closest proposal' : ''}`
}
