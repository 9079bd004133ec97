import { NodesPanel } from '../pages/settings/nodes-panel.tsx'
import { PageHead } from '../ui/display/page-head.tsx'

/** What a page on a server of files shows before it has anything to ask: an archive, the sample, or the address of a node. */
export function StartPage() {
  return (
    <>
      <PageHead title="Open an archive" sub="Or name a node below. This page has no service of its own" />
      <NodesPanel />
    </>
  )
}
