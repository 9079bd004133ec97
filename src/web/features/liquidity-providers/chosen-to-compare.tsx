import { linkTo } from '../../link-to.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { shortId } from '../../format/id.ts'
import { compareLink } from '../../link-to.ts'
import { usePartyName } from '../../preferences/party-names.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Button, ButtonLink } from '../../ui/inputs/button.tsx'

/** The first of two providers is chosen: says what to do next. */
export function ChosenToCompare({ id, onCancel }: { id: string; onCancel: () => void }) {
  return (
    <Notice
      state="none"
      action={
        <Button small onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      Comparing{' '}
      <Anchor className="link" href={linkTo('/parties/$partyId', { partyId: id })} title={id}>
        {usePartyName(id) ?? shortId(id)}
      </Anchor>
      : open another row and press Compare.
    </Notice>
  )
}

interface CompareWayProps {
  partyId: string
  marketId: string
  first: string | undefined
  onFirst: (partyId: string) => void
}

/** The first of two rows is chosen, the second leads to both of them side by side. */
export function CompareWay({ partyId, marketId, first, onFirst }: CompareWayProps) {
  const name = usePartyName(first ?? '') ?? shortId(first ?? '')
  if (first === undefined || first === partyId) {
    return (
      <Button icon="columns" pressed={first === partyId} onClick={() => onFirst(partyId)}>
        Compare with another
      </Button>
    )
  }
  return (
    <ButtonLink icon="columns" href={compareLink([first, partyId], marketId)}>
      Compare with {name}
    </ButtonLink>
  )
}
