import type { CSSProperties } from 'react'
import { serverNow } from '../../../client/server-clock.ts'
import { gaugeLabels } from '../../../../wire/spam/spam-gauges.ts'
import { aboutSpan, formatCountdown } from '../../../format/duration.ts'
import { toMilliseconds } from '../../../format/time.ts'
import { listed } from '../../../format/words.ts'
import type { Mark } from './axis.ts'
import styles from './axis-mark.module.css'

/** What a mark says, for screens without the axis and for screen readers; empty for none. */
export function markWords(mark: Mark | undefined): string {
  if (!mark) return ''
  if (mark.kind === 'ban') return `banned ${formatCountdown(toMilliseconds(mark.until - serverNow()))}`
  if (mark.kind === 'forecast') return `limit in ${aboutSpan(mark.inMs)}`
  return 'resets next epoch'
}

/** Beyond this share of the axis there is no room for words after a mark, and they come before it. */
const half = 0.5

const at = (share: number): CSSProperties => ({ '--at': `${(share * 100).toFixed(2)}%` }) as CSSProperties

/** A ban as a bar to scale, a forecast as a dashed line to a diamond, or when a full counter is free again. */
export function AxisMark({ mark }: { mark: Mark | undefined }) {
  return (
    <div className={styles.axis} data-kind={mark?.kind} style={mark && 'share' in mark ? at(mark.share) : undefined}>
      {mark?.kind === 'ban' && (
        <>
          <i className={styles.bar} data-beyond={mark.beyond || undefined} />
          <span className={styles.words} data-before={mark.share > half || undefined}>
            <span className="visually-hidden">Ban: </span>
            {formatCountdown(toMilliseconds(mark.until - serverNow()))}
            {mark.beyond && <span className="visually-hidden">, longer than the epoch</span>}
          </span>
        </>
      )}
      {mark?.kind === 'forecast' && (
        <>
          <i className={styles.dash} />
          <i className={styles.diamond} />
          <span className={styles.words} data-before={mark.share > half || undefined}>
            <span className="visually-hidden">{gaugeLabels[mark.name]}: limit in </span>
            {aboutSpan(mark.inMs)}
          </span>
        </>
      )}
      {mark?.kind === 'full' && (
        <span className={styles.end}>
          <span className="visually-hidden">{listed(mark.names.map((name) => gaugeLabels[name]))}: </span>resets next
          epoch
        </span>
      )}
    </div>
  )
}
