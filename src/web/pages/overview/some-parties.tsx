import { queryOptions, useQuery } from '@tanstack/react-query'
import { listParties } from '../../../wire/network.ts'
import { linkTo } from '../../link-to.ts'
import { ask } from '../../api/client.ts'
import { setWatched } from '../../preferences/lists.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { isAbsent } from '../../ui/feedback/failure-view.ts'
import { IdChip } from '../../ui/display/id-chip.tsx'
import { answerOf, Answered } from '../../infinite-list/query-panel.tsx'
import styles from './some-parties.module.css'

const few = { pagination: { first: 7 } }
const shown = 6

/** A few parties of the node (wire.md 11.3), for users without an id. */
const somePartiesQuery = () =>
  queryOptions({
    queryKey: [listParties.name, few],
    queryFn: async ({ signal }) => {
      const { parties } = await ask(listParties, few, { signal })
      // the network is a party too, but one that sends nothing
      return parties.edges
        .map(({ node }) => node.id)
        .filter((id) => id !== 'network')
        .slice(0, shown)
    },
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })

/** Shown until a party is watched: what watching is for, and some parties to start with. */
export function SomeParties() {
  const answer = answerOf(useQuery(somePartiesQuery()))
  const known = (answer.data?.length ?? 0) > 0
  return (
    <div className={styles.some}>
      <Empty title="No party is watched yet">
        Watched parties show their worst limit here, kept in this browser only.
        {known && ' Some parties of this node:'}
      </Empty>
      {(answer.data || !isAbsent(answer.failure)) && (
        <Answered answer={answer} what="some parties" rows={6}>
          {(ids) =>
            known && (
              <ul aria-label="Some parties of this node">
                {ids.map((id) => (
                  <li key={id}>
                    <IdChip id={id} to={linkTo('/parties/$partyId', { partyId: id })} />
                    <Button small variant="bare" icon="star" onClick={() => setWatched(id, true)}>
                      Watch
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Answered>
      )}
    </div>
  )
}
