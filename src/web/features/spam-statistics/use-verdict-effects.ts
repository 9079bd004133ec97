import { useEffect, useEffectEvent } from 'react'
import { watchParty } from './alerts/alerts.ts'
import { browserAlerts } from './alerts/browser-alerts.ts'
import { confirmEnd } from './confirm-end.ts'
import { isConfirming } from '../../../wire/spam/spam-gauges.ts'
import type { SpamVerdict } from '../../../wire/spam/spam-verdict.ts'

/** The last expired ban that the node has yet to confirm, as text, which effects can compare. */
const unconfirmedEnd = ({ gauges, answeredAt }: SpamVerdict): string | undefined =>
  gauges
    .flatMap(({ endedBan }) => (endedBan !== undefined && isConfirming(endedBan, answeredAt) ? [endedBan] : []))
    .toSorted((a, b) => (a < b ? 1 : -1))[0]
    ?.toString()

/** Raises alerts for each verdict and, while `active`, calls `request` until the node confirms the end of a ban. */
export function useVerdictEffects(
  partyId: string,
  verdict: SpamVerdict | undefined,
  active: boolean,
  request: () => void,
): void {
  useEffect(() => {
    if (verdict && !verdict.stale) watchParty(partyId, verdict, browserAlerts)
  }, [partyId, verdict])

  const confirm = useEffectEvent(request)
  const ended = verdict && unconfirmedEnd(verdict)
  useEffect(() => (active && ended !== undefined ? confirmEnd(() => confirm()) : undefined), [active, ended])
}
