// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { meaningMissing } from './meanings.ts'
import { Term } from './term.tsx'
import { terms } from './terms.ts'

afterEach(cleanup)

test('an explanation that could not be loaded says so, and is loaded when the word is reached again', async () => {
  vi.doMock('./loaded-meanings.ts', () => Promise.reject(new Error('gone')))
  render(<Term of="sla">SLA</Term>)
  fireEvent.pointerEnter(screen.getByRole('button', { name: 'SLA' }))
  expect(await screen.findByText(meaningMissing)).toBeTruthy()
  vi.doUnmock('./loaded-meanings.ts')
  fireEvent.focus(screen.getByRole('button', { name: 'SLA' }))
  expect(await screen.findByText(terms.sla.text)).toBeTruthy()
})
