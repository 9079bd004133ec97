import { useEffect, useEffectEvent, useRef } from 'react'
import { chainNow } from '../../../client/node-status.ts'
import { useNodeState } from '../../../entities/use-node-status.ts'
import type { Zone } from '../../../format/time.ts'
import { type LedgerChoices, preferences } from '../../../preferences/preferences.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { goSearch } from '../../../router/navigate.ts'
import { instantRangeOf, presetOf, presetRange, presets } from '../../../ledger/range.ts'
import { type LedgerExportSearch, readLedgerExportSearch } from '../search.ts'

/** What is kept of the form: a range of the calendar by its name, so that "last month" means last month next year too. */
export function choicesOf(search: LedgerExportSearch, now: bigint, zone: Zone): LedgerChoices {
  // The zone is chosen for all pages.
  const { from: _, to: __, zone: ___, ...others } = search
  const range = instantRangeOf(search)
  const preset = presetOf(range, now, zone)
  return { ...others, ...(preset === undefined ? range : { preset }) }
}

const fileOptions = ['form', 'columns', 'delimiter', 'mark', 'gzip'] as const

/**
 * The search with what was chosen last, where the address leaves it open. An address that names a party, an asset or a
 * time means just these; only the form of the file is added to it.
 */
export function withChoices(
  search: LedgerExportSearch,
  choices: LedgerChoices,
  now: bigint,
  zone: Zone,
): LedgerExportSearch {
  const { partyId, assetId, preset: name, from, to, ...file } = choices
  const hasFile = fileOptions.some((option) => search[option] !== undefined)
  const isAbout = (['partyId', 'assetId', 'from', 'to'] as const).some((member) => search[member] !== undefined)
  const preset = presets.find(({ value }) => value === name)
  const range = preset ? presetRange(preset.value, now, zone) : { from, to }
  return readLedgerExportSearch(
    Object.fromEntries(
      Object.entries({
        ...(hasFile ? {} : file),
        ...(isAbout ? {} : { partyId, assetId, ...range }),
        ...search,
      }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  )
}

/** Fills the form once with what was chosen last, and returns what keeps the choices of now. */
export function useLastChoices(search: LedgerExportSearch): (next: LedgerExportSearch) => void {
  const zone = useZone()
  // "Last month" counts from the node's clock.
  const { introduced } = useNodeState('introduced')
  const filled = useRef(false)
  const fill = useEffectEvent(() => {
    const next = withChoices(search, preferences.get().ledger, chainNow(), zone)
    if (Object.keys(next).length > Object.keys(search).length) goSearch(next, { replace: true })
  })
  useEffect(() => {
    if (!introduced || filled.current) return
    filled.current = true
    fill()
  }, [introduced])
  return (next) => {
    filled.current = true
    preferences.set({ ledger: choicesOf(next, chainNow(), zone) })
  }
}
