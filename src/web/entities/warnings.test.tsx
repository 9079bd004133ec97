// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { InstantValue, parseSearch, searchOf, ZoneValue } from '../router/search.ts'
import { IgnoredParamsWarning } from './warnings.tsx'

let address = ''
vi.mock('../router/use-location.ts', () => ({ useLocation: () => ({ search: parseSearch(address) }) }))

const read = searchOf({
  from: InstantValue,
  zone: ZoneValue,
  side: v.picklist(['credit']),
  min: v.pipe(v.string(), v.digits()),
})

test('a link does not show other rows than it names in silence: each parameter that is not understood is named', () => {
  address = 'from=yesterday&zone=Moon&side=left&min=5&utm_source=mail'
  const { unmount } = render(<IgnoredParamsWarning read={read} />)
  const words = screen.getByText(/^Ignored in the address/).textContent
  for (const name of ['“from=yesterday” is not a valid time', '“zone=Moon” is not valid', '“side=left” is not valid'])
    expect(words).toContain(name)
  expect(words).not.toMatch(/min|utm/)
  unmount()
  address = 'zone=utc&side=credit'
  expect(render(<IgnoredParamsWarning read={read} />).container.textContent).toBe('')
})
