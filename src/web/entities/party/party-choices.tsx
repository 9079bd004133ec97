import type { ReactNode } from 'react'
import { shortId } from '../../format/id.ts'
import { usePartyNames } from '../../preferences/party-names.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { StarMark } from '../../ui/inputs/star-mark.tsx'
import { useNodeParties } from './node-parties.ts'
import styles from './party-choices.module.css'

export interface PartyChoice {
  partyId: string
  name?: string
  /** What it does, where the node says so. */
  role?: string
}

export interface PartyGroup {
  title: string
  parties: readonly PartyChoice[]
}

/** Parties to choose from, each in its first group: watched, seen before, and suggested by the node. */
export function usePartyGroups(): PartyGroup[] {
  const { recent, watched } = usePreferences()
  const names = usePartyNames()
  const { data } = useNodeParties()
  const listed = new Map((data ?? []).map((party) => [party.partyId, party]))
  const choice = (partyId: string): PartyChoice => {
    const role = listed.get(partyId)?.role
    const name = names[partyId]
    return { partyId, ...(name !== undefined && { name }), ...(role !== undefined && { role }) }
  }
  const seen = recent.flatMap(({ kind, id }) => (kind === 'party' ? [id] : []))
  const taken = new Set<string>()
  const group = (title: string, ids: readonly string[]): PartyGroup => {
    const left = ids.filter((id) => !taken.has(id))
    for (const id of left) taken.add(id)
    return { title, parties: left.map(choice) }
  }
  return [group('Watched', watched), group('Recent', seen), group('On this node', [...listed.keys()])].filter(
    ({ parties }) => parties.length > 0,
  )
}

interface PartyChoicesProps {
  groups: readonly PartyGroup[]
  hrefOf: (partyId: string) => string
  /** The state of a party and the reason for it, where the page knows them. */
  renderState?: (partyId: string) => ReactNode
}

/** Parties as links, so that a page about one party never begins with an empty field alone. */
export function PartyChoices({ groups, hrefOf, renderState }: PartyChoicesProps) {
  return groups.map(({ title, parties }) => (
    <Panel key={title} title={title} count={parties.length}>
      <ul className={styles.choices}>
        {parties.map(({ partyId, name, role }) => (
          <li key={partyId}>
            <Anchor href={hrefOf(partyId)} title={partyId}>
              <StarMark id={partyId} />
              <span className={styles.names}>
                <b className={name === undefined ? 'mono' : undefined}>{name ?? shortId(partyId)}</b>
                <small>{[name && shortId(partyId), role].filter((part) => part).join(' \u00b7 ')}</small>
              </span>
              <span className={styles.state}>{renderState?.(partyId)}</span>
            </Anchor>
          </li>
        ))}
      </ul>
    </Panel>
  ))
}
