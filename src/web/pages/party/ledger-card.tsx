import * as v from 'valibot'
import { changeSearch, go } from '../../router/navigate.ts'
import { shownUrl } from '../../format/site.ts'
import { InstantValue, searchOf, stringifySearch, TextValue, ZoneValue } from '../../router/search.ts'
import { useAssets, noListWords } from '../../entities/labels.ts'
import { StoppedNote } from '../../entities/warnings.tsx'
import { useStoppedAt } from '../../entities/use-node-status.ts'
import { chainNow } from '../../client/node-status.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { Button, ButtonLink, OpenLink } from '../../ui/inputs/button.tsx'
import { useFrozenLink } from '../../ui/overlays/share-menu.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { instantRangeOf, presetRange, rangeWords, presetName, type Preset } from '../../ledger/range.ts'
import type { InstantRange } from '../../ui/calendar/day-range.ts'
import { loadRuns } from '../../features/ledger-export/index.ts'
import type { Zone } from '../../format/zone.ts'

const offered: readonly Preset[] = ['week', 'last-month', 'quarter', 'year', 'all']
const defaultPreset: Preset = 'last-month'

/** The range of the card, by name or in Unix nanoseconds (`from` and `to` take precedence), and its asset. */
export const readPartySearch = searchOf({
  /** A moving range such as `last-month`. */
  range: v.picklist(offered),
  from: InstantValue,
  to: InstantValue,
  zone: ZoneValue,
  assetId: TextValue,
})
export type PartySearch = ReturnType<typeof readPartySearch>

/** The presets, labelled for `now`; on a stopped chain with their year. */
export const presetOptions = (now: bigint, zone: Zone, stopped: boolean): { value: Preset; label: string }[] =>
  offered.map((value) => ({ value, label: presetName(value, now, zone, stopped) }))

/** The range of a URL at `now` (Unix nanoseconds), and its preset if the card offers it. */
export function rangeOf(
  search: PartySearch,
  now: bigint,
  zone: Zone,
): { preset: Preset | undefined; range: InstantRange } {
  if (search.from !== undefined || search.to !== undefined) {
    return { preset: undefined, range: instantRangeOf(search) }
  }
  const preset = search.range ?? defaultPreset
  return { preset, range: presetRange(preset, now, zone) }
}

/** The search with its range frozen, so that it means the same tomorrow. */
export function frozen(search: PartySearch, now: bigint, zone: Zone): PartySearch {
  const { range: name, ...rest } = search
  if (name === undefined || name === 'all') return search
  return { ...rest, ...rangeOf(search, now, zone).range }
}

interface LedgerCardProps {
  partyId: string
  search: PartySearch
}

/** Starts a ledger export of this party. The URL keeps the range. */
export function LedgerCard({ partyId, search }: LedgerCardProps) {
  const zone = useZone()
  const assets = useAssets()
  const noList = noListWords(assets.state, 'assets')
  const stopped = useStoppedAt() !== undefined
  const now = chainNow()
  const { preset, range } = rangeOf(search, now, zone)
  const request = { partyId, ...(search.assetId && { assetId: search.assetId }), ...range }
  const full = `/ledger-export${stringifySearch({ ...request, zone: search.zone })}`
  const statement = `/ledger${stringifySearch({ ...request, zone: search.zone })}`
  const results = (of: InstantRange) =>
    `/ledger${stringifySearch({ partyId, assetId: search.assetId, ...of, zone: search.zone, view: 'year' })}`
  useFrozenLink(
    () => `${shownUrl().pathname}${stringifySearch(frozen(search, chainNow(), zone))}`,
    search.range !== undefined && search.range !== 'all',
  )

  const change = (change: Parameters<typeof changeSearch<PartySearch>>[1]) =>
    changeSearch(readPartySearch, change, { replace: true })
  const start = async () => {
    try {
      const { startRun } = await loadRuns()
      const run = await startRun(request)
      if (run) go(full)
    } catch (error) {
      toast(`The export could not start: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const near = () => void loadRuns()
  return (
    <Panel
      title="Ledger export"
      end={
        <>
          <OpenLink href={results(presetRange('last-year', now, zone))} text="Last year’s results" />
          <OpenLink href={full} text="Full options" />
        </>
      }
    >
      <StoppedNote className="above">ranges count back from it.</StoppedNote>
      <div className="row">
        <Segmented
          label="Range"
          options={presetOptions(now, zone, stopped)}
          value={preset}
          onChange={(range) => change({ range, from: undefined, to: undefined })}
        />
        {(noList === undefined || search.assetId) && (
          <Select
            label="Asset"
            hideLabel
            value={search.assetId ?? ''}
            onChange={(value) => change({ assetId: value === '' ? undefined : value })}
            options={[
              { value: '', label: 'All assets' },
              ...[...assets.byId.values()].map(({ id, symbol }) => ({ value: id, label: symbol })),
              ...(search.assetId && !assets.byId.has(search.assetId)
                ? [{ value: search.assetId, label: search.assetId }]
                : []),
            ]}
          />
        )}
        <div className="row">
          <Button variant="primary" icon="download" onPointerEnter={near} onFocus={near} onClick={start}>
            Export CSV
          </Button>
          <ButtonLink icon="columns" href={statement}>
            Open statement
          </ButtonLink>
          <ButtonLink href={results(range)}>Results</ButtonLink>
        </div>
      </div>
      <p className="quiet below">{[rangeWords(request, zone), noList].filter(Boolean).join('. ')}</p>
    </Panel>
  )
}
