import { shortId } from '../../format/id.ts'
import { usePartyNames } from '../../preferences/party-names.ts'
import { useSearch } from '../../router/use-location.ts'
import { linkTo } from '../../link-to.ts'
import { IdChip } from '../../ui/display/id-chip.tsx'
import { InOrder } from '../../ui/display/in-order.tsx'
import { PageHead } from '../../ui/display/page-head.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ShareMenu } from '../../ui/overlays/share-menu.tsx'
import { ChooseTwo } from './choose-two.tsx'
import { PartyComparison } from './party-comparison.tsx'
import { ProviderComparison } from './provider-comparison.tsx'
import { readCompareSearch } from './search.ts'
import styles from './compare.module.css'

const Party = ({ id }: { id: string }) => (
  <IdChip id={id} kind="party" copy to={linkTo('/parties/$partyId', { partyId: id })} />
)

/** Two providers of a market, or two parties, side by side with their differences in words. */
export function ComparePage() {
  const search = useSearch(readCompareSearch)
  const { marketId } = search
  const [first, second] = search.party
  const known = usePartyNames()
  const nameOf = (id: string): string => known[id] ?? shortId(id)
  const chosen = first !== undefined && second !== undefined
  const parties = [first ?? '', second ?? ''] as const
  const names = [nameOf(parties[0]), nameOf(parties[1])] as const
  return (
    <>
      <PageHead
        title="Compare"
        sub={
          chosen ? (
            <span className={styles.pair}>
              <Party id={parties[0]} />
              <span>with</span>
              <Party id={parties[1]} />
            </span>
          ) : (
            'Two parties, or two providers of a market'
          )
        }
        actions={<ShareMenu>Copy link</ShareMenu>}
      />
      <ChooseTwo search={search} />
      {!chosen ? (
        <Panel>
          <Empty
            level={2}
            title={first === undefined ? 'Choose two parties' : `Choose a party to compare with ${nameOf(first)}`}
          >
            Each field is shown for both, with the difference. With a market, their service level and fees are compared;
            without one their limits, margin modes, positions and team.
          </Empty>
        </Panel>
      ) : (
        <InOrder>
          {marketId === undefined ? (
            <PartyComparison key={parties.join(' ')} parties={parties} names={names} />
          ) : (
            <ProviderComparison
              key={`${parties.join(' ')} ${marketId}`}
              parties={parties}
              names={names}
              marketId={marketId}
            />
          )}
        </InOrder>
      )}
    </>
  )
}
