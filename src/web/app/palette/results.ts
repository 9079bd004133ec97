import { numbered } from '../../entities/search/numbered.ts'
import type { SearchMatch } from '../../entities/search/resolve-search.ts'
import { linkTo } from '../../router/link-to.ts'
import type { ComboboxOption } from '../../ui/inputs/use-combobox.ts'
import { places } from '../navigation/navigation-items.ts'

export interface Result extends ComboboxOption {
  /** The shortcut for the same. */
  keys?: string
  /** When it was seen last, Unix milliseconds. */
  seen?: number
  run?: () => void
}

export const chartResult = ({ kind, id, label, detail }: SearchMatch): Result => ({
  key: `${kind} ${id}`,
  label,
  detail: detail || 'market',
  icon: kind === 'candle' ? 'candles' : 'market',
  href: kind === 'candle' ? linkTo('/candles/$candleId', { candleId: id }) : places.market.href({ market: id }),
})

export const assetResult = ({ id, label, detail }: Pick<SearchMatch, 'id' | 'label' | 'detail'>): Result => ({
  key: `asset ${id}`,
  label,
  detail: detail || 'asset',
  icon: 'info',
  href: linkTo('/assets/$assetId', { assetId: id }),
})

export const teamResult = (id: string): Result => ({
  key: `team ${id}`,
  label: 'Team',
  detail: 'known joins of this team',
  icon: 'team',
  href: linkTo('/teams/$teamId', { teamId: id }),
})

export const numberResults = (text: string): Result[] =>
  numbered(text).map(({ kind, label, href }) => ({
    key: href,
    label,
    icon: kind === 'epoch' ? 'clock' : 'info',
    href,
  }))
