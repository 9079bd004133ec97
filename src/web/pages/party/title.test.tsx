// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { deployment } from '../../client/deployment-config.ts'
import { setNickname } from '../../preferences/set-preferences.ts'
import { setDeployedNames, setPublishedNames } from '../../preferences/party-names.ts'
import { PartyTitle } from './title.tsx'

const id = 'ab'.repeat(32)
const before = deployment.get()
afterEach(() => {
  cleanup()
  setNickname(id, '')
  setPublishedNames({})
  setDeployedNames({})
  deployment.set(before)
})

test('a name states its source: the node, the deployment or this browser', () => {
  setPublishedNames({ [id]: 'of the node' })
  const freshness = { dataUpdatedAt: 0, isFetching: false, refetch: async () => undefined }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PartyTitle partyId={id} freshness={freshness as never} />
    </QueryClientProvider>,
  )
  const heading = (): string | null => screen.getByRole('heading', { level: 1 }).textContent
  expect([heading(), screen.getByText('Name from this node').tagName]).toEqual(['of the node', 'SPAN'])
  act(() => {
    setDeployedNames({ [id]: 'of the desk' })
    deployment.set({ ...before, names: { [id]: 'of the desk' } })
  })
  expect([heading(), screen.getByText('Name from this deployment').tagName]).toEqual(['of the desk', 'SPAN'])
  act(() => setNickname(id, 'mine'))
  expect(heading()).toBe('mine')
  expect(screen.getByText('Nickname is kept in this browser only', { exact: false })).toBeTruthy()
})
