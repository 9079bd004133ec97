import { queryOptions, useQuery } from '@tanstack/react-query'
import { listParties } from '../../../wire/network.ts'
import { pathTo } from '../../format/path.ts'
import { failureOf } from '../../infinite-list/error-view.ts'
import { ask } from '../../api/client.ts'
import { setWatched } from '../../preferences/lists.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { FailureNotice } from '../../ui/feedback/failure.tsx'
import { IdChip } from '../../ui/display/id-chip.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { answerOf, Stale } from '../../infinite-list/query-panel.tsx'
import styles from './some-parties.module.css'

const few = { pagination: { first: 7 } }
const shown = 6

/** A few parties of the node (wire.md 11.3), for those who have no id at hand. */
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

/** What a first visit sees in place of watched parties: what watching is for, and some parties to start with. */
export function SomeParties() {
  const query = useQuery(somePartiesQuery())
  const { data, isPending, error, refetch } = query
  const failure = error ? failureOf(error) : undefined
  // A node of the six operations has no such list, and nothing is missing then.
  const absent = failure?.kind === 'answer' && (failure.status === 404 || failure.status === 501)
  return (
    <div className={styles.some}>
      <Empty title="No party is watched yet">
        Watched parties show their worst limit here, kept in this browser only.
        {data && data.length > 0 && ' Some parties of this node:'}
      </Empty>
      {isPending && <Skeleton rows={6} />}
      {failure && data && <Stale answer={answerOf(query)} failure={failure} what="some parties" />}
      {failure && !data && !absent && (
        <FailureNotice failure={failure} what="some parties" onRetry={() => void refetch()} />
      )}
      {data && data.length > 0 && (
        <ul aria-label="Some parties of this node">
          {data.map((id) => (
            <li key={id}>
              <IdChip id={id} to={pathTo`/parties/${id}`} />
              <Button small variant="bare" icon="star" onClick={() => setWatched(id, true)}>
                Watch
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
