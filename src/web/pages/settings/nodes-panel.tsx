import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { BlockCell } from '../../entities/entity-cells.tsx'
import { groupDigits } from '../../format/amount.ts'
import { formatAge } from '../../format/duration.ts'
import { isStatic } from '../../format/site.ts'
import { InvalidNodeUrl, readNodeUrl } from '../../format/node-url.ts'
import { isArchive } from '../../client/node-fetch.ts'
import { ArchivePanel } from '../../features/archive/index.ts'
import { deployment } from '../../client/deployment-config.ts'
import { type NodeReport, probeNode } from '../../client/probe-node.ts'
import { preferences } from '../../preferences/preferences.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { Button, IconButton } from '../../ui/inputs/button.tsx'
import { hostOf } from '../../ui/feedback/failure-view.ts'
import { FailureNotice } from '../../ui/feedback/failure.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { Lozenge } from '../../ui/display/lozenge.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Stat, Stats } from '../../ui/display/facts.tsx'
import { useObservable } from '../../use-observable.ts'
import styles from './settings.module.css'
import { failureOf } from '../../format/failure.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PageHead } from '../../ui/display/page-head.tsx'

interface Offer {
  base: string
  name: string
  /** Entered by the reader, who may remove it. */
  own: boolean
}

/** The nodes to choose from, each once: this origin, where a service answers there, those of the deployment, those entered. */
export function offers(
  configured: readonly { name: string; url: string }[],
  typed: readonly string[],
  used: string,
): Offer[] {
  const found = new Map<string, Offer>()
  if (!isStatic) found.set('', { base: '', name: 'This origin', own: false })
  for (const { name, url } of configured) {
    try {
      const base = readNodeUrl(url)
      if (base !== '') found.set(base, { base, name, own: false })
    } catch {
      // An address in config.json that is none is not offered.
    }
  }
  for (const base of used === '' || isArchive(used) ? typed : [...typed, used]) {
    if (!found.has(base)) found.set(base, { base, name: hostOf(base), own: true })
  }
  return [...found.values()]
}

const facts: readonly (readonly [string, (report: NodeReport) => string | number | undefined, unit?: string])[] = [
  ['Response', ({ took }) => took, 'ms'],
  ['Chain', ({ chainId }) => chainId],
  ['Version', ({ version }) => version],
  ['Block', ({ height }) => height && groupDigits(height)],
  ['Lag', ({ behind }) => behind, 'blocks'],
  ['Data age', ({ age }) => (age === undefined ? undefined : formatAge(age))],
]

/** The facts of a tested node; placeholders while it is tested. */
function Report({ report, used }: { report: NodeReport | undefined; used: boolean }) {
  return (
    <>
      {!report && <output className="visually-hidden">Testing</output>}
      <Stats>
        {facts.map(([label, valueOf, unit]) => {
          const value = report && valueOf(report)
          const missing = report?.incomplete ? 'not loaded' : 'not reported'
          const shown = report ? (value ?? missing) : <i className={styles.coming}>{'\u2007'.repeat(6)}</i>
          // A page shows a block of the node in use.
          const block = used && label === 'Block' && report?.height
          return (
            <Stat
              key={label}
              label={label}
              value={block ? <BlockCell height={block} /> : shown}
              unit={value === undefined ? undefined : unit}
            />
          )
        })}
      </Stats>
    </>
  )
}

function NodeActions({ offer, used, test }: { offer: Offer; used: boolean; test: UseQueryResult<NodeReport> }) {
  const { base, name, own } = offer
  const ready = test.data !== undefined || base === ''
  const forget = () =>
    preferences.set({ nodes: preferences.get().nodes.filter((other) => other !== base), ...(used && { node: '' }) })
  return (
    <div className={styles.nodeActions}>
      <Button small aria-busy={test.isFetching} onClick={() => void test.refetch()}>
        {test.isFetching ? 'Testing' : 'Test'}
      </Button>
      {!used && (
        <Button
          small
          disabled={!ready}
          title={ready ? undefined : 'Test it first'}
          onClick={() => preferences.set({ node: base })}
        >
          Use this node
        </Button>
      )}
      {own && <IconButton icon="trash" label={`Remove ${name}`} onClick={forget} />}
    </div>
  )
}

function NodeRow({ offer, used, tested }: { offer: Offer; used: boolean; tested: boolean }) {
  const { base, name } = offer
  const test = useQuery({
    queryKey: ['probeNode', base],
    queryFn: ({ signal }) => probeNode(base, signal),
    enabled: tested || used,
    staleTime: 30_000,
    retry: false,
  })
  return (
    <li className={styles.node} aria-current={used ? 'true' : undefined}>
      <div className={styles.nodeHead}>
        <b>{name}</b>
        <span className="mono muted">{base || location.origin}</span>
        {test.isLoading ? (
          <span style={{ visibility: 'hidden' }} aria-hidden>
            <Lozenge tone="line">Lyra</Lozenge>
          </span>
        ) : (
          test.data?.lyra && <Lozenge tone="line">Lyra</Lozenge>
        )}
        {used && <Lozenge tone="accent">In use</Lozenge>}
        <NodeActions offer={offer} used={used} test={test} />
      </div>
      {(test.data ?? test.isLoading) && <Report report={test.data} used={used} />}
      {test.isError && !test.isFetching && (
        <FailureNotice
          failure={failureOf(test.error)}
          what="the facts of this node"
          onRetry={() => void test.refetch()}
        />
      )}
    </li>
  )
}

/** The node in use and the others. An entered address is tested before it can be used. */
export function NodesPanel() {
  const node = usePreference('node')
  const nodes = usePreference('nodes')
  const { nodes: configured, leftOut } = useObservable(deployment)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [tested, setTested] = useState<string>()
  const add = (event: FormEvent) => {
    event.preventDefault()
    try {
      const base = readNodeUrl(text)
      setError(undefined)
      setText('')
      setTested(base)
      const known = offers(configured, nodes, node).some((offer) => offer.base === base)
      if (!known) preferences.set({ nodes: [...nodes, base] })
    } catch (bad) {
      if (!(bad instanceof InvalidNodeUrl)) throw bad
      setError(bad.message)
    }
  }
  return (
    <Panel title="Node" end="Nodes aren’t contacted until you test or use them">
      <LeftOut of="this deployment’s config.json" names={leftOut} />
      <ul className={styles.nodes}>
        {offers(configured, nodes, node).map((offer) => (
          <NodeRow key={offer.base} offer={offer} used={offer.base === node} tested={offer.base === tested} />
        ))}
      </ul>
      <ArchivePanel />
      <form className={styles.add} onSubmit={add}>
        <TextField
          label="Another node"
          mono
          value={text}
          onChange={(value) => {
            setText(value)
            setError(undefined)
          }}
          placeholder="https://node.example.org"
          error={error}
          hint="The REST address of a data node. It must allow cross-origin requests (CORS), and use https if this page does."
        />
        <Button type="submit">Test it</Button>
      </form>
    </Panel>
  )
}

/** Names what could not be read of a file or of what was stored; nothing where all was. */
export function LeftOut({ of, names }: { of: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return <Notice state="watch">{`Lyra could not read part of ${of} and left out: ${names.join(', ')}.`}</Notice>
}

/** What a page on a server of files shows before it has anything to ask: an archive, the sample, or the address of a node. */
export function StartPage() {
  return (
    <>
      <PageHead title="Open an archive" sub="Or name a node below. This page has no service of its own" />
      <NodesPanel />
    </>
  )
}
