import { shortId } from '../../../format/id.ts'
import { usePartyNames } from '../../../preferences/party-names.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { StarMark } from '../../../ui/inputs/star-mark.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import type { PageProps } from '../use-candles-page.ts'

/** Whose ledger is shown: the watched parties, and those seen before; nothing where there is none to choose. */
export function LedgerPicker({ page: { address, subject } }: PageProps) {
  const { party } = address.search
  const names = usePartyNames()
  const watched = usePreference('watched')
  const recent = usePreference('recent').flatMap(({ kind, id }) =>
    kind === 'party' && !watched.includes(id) ? [id] : [],
  )
  if (subject.marketId === undefined || (party === undefined && watched.length + recent.length === 0)) return null
  const label = (id: string) => (
    <>
      <StarMark id={id} /> {names[id] ?? shortId(id)}
    </>
  )
  const item = (id: string): MenuItem => ({
    label: label(id),
    hint: id === party ? 'shown' : names[id] === undefined ? '' : shortId(id),
    onSelect: () => address.change({ party: id }),
  })
  return (
    <Menu
      label={
        party === undefined
          ? 'Show the ledger of a party'
          : `Ledger of ${names[party] ?? shortId(party)}: choose a party`
      }
      trigger={party === undefined ? 'Ledger' : label(party)}
      items={[
        ...(watched.length > 0 ? [{ heading: 'Watched' }, ...watched.map(item)] : []),
        ...(recent.length > 0 ? [{ heading: 'Recent' }, ...recent.map(item)] : []),
        ...(party === undefined
          ? []
          : [
              'line' as const,
              { label: 'No ledger', onSelect: () => address.change({ party: undefined, at: undefined }) },
            ]),
      ]}
    />
  )
}
