// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Combobox, ComboboxList } from './combobox.tsx'
import { type ComboboxOption, useCombobox } from './use-combobox.ts'

const options = ['Aquila', 'Boötes', 'Cygnus', 'Delphinus'].map((label) => ({ key: label.toLowerCase(), label }))
const allGroups = [
  { title: 'First', options: options.slice(0, 2) },
  { title: 'Second', options: options.slice(2) },
]

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(cleanup)

const input = () => screen.getByRole<HTMLInputElement>('combobox')
const press = (key: string, init: object = {}) => fireEvent.keyDown(input(), { key, ...init })
/** What assistive technology takes for focused. */
const active = (): string | undefined => {
  const id = input().getAttribute('aria-activedescendant')
  return id === null ? undefined : (document.getElementById(id)?.textContent ?? undefined)
}
const type = (value: string) => fireEvent.change(input(), { target: { value } })

function Field(props: { onPick: (option: ComboboxOption) => void; onCommit?: () => void; none?: boolean }) {
  const [text, setText] = useState('')
  return (
    <Combobox
      label="Constellation"
      text={text}
      onText={setText}
      groups={props.none ? [] : allGroups}
      listLabel="Constellations"
      onPick={props.onPick}
      onCommit={props.onCommit}
    />
  )
}

interface StandingProps {
  onPick: (option: ComboboxOption, aside: boolean) => void
  pending?: boolean
  groups?: typeof allGroups
}

function Standing({ onPick, pending = false, groups = allGroups }: StandingProps) {
  const setup = { text: '', onText: () => undefined, always: true, selectFirst: true }
  const combobox = useCombobox({ ...setup, groups, onPick, pending })
  return (
    <>
      <input {...combobox.inputProps} aria-label="Constellation" />
      <ComboboxList combobox={combobox} groups={groups} label="Constellations" />
    </>
  )
}

test('the list opens while something is typed, and Enter means the text until an arrow moves', () => {
  const [onPick, onCommit] = [vi.fn(), vi.fn()]
  render(<Field onPick={onPick} onCommit={onCommit} />)
  expect(screen.queryByRole('listbox')).toBeNull()
  type('a')
  expect(screen.getByRole('listbox', { name: 'Constellations' }).id).toBe(input().getAttribute('aria-controls'))
  expect(input().getAttribute('aria-expanded')).toBe('true')
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual(['First', 'Second'])
  expect(active()).toBeUndefined()
  press('Enter')
  expect(onPick).not.toHaveBeenCalled()
  expect(onCommit).toHaveBeenCalledTimes(1)
  press('ArrowDown')
  expect(active()).toBe('Aquila')
  press('Enter')
  expect(onPick).toHaveBeenCalledWith(options[0], false)
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('arrows go round through all groups; Home and End are the field’s until an option is reached', () => {
  render(<Field onPick={vi.fn()} />)
  type('a')
  expect(press('Home')).toBe(true)
  press('ArrowUp')
  expect(active()).toBe('Delphinus')
  press('ArrowDown')
  expect(active()).toBe('Aquila')
  expect(press('End')).toBe(false)
  expect(active()).toBe('Delphinus')
  press('Home')
  expect(active()).toBe('Aquila')
  press('ArrowDown')
  press('ArrowDown')
  expect(active()).toBe('Cygnus')
})

test('Escape closes the list and nothing around it, and an arrow opens it again', () => {
  const outer = vi.fn()
  document.addEventListener('keydown', outer)
  onTestFinished(() => document.removeEventListener('keydown', outer))
  render(<Field onPick={vi.fn()} />)
  type('a')
  press('Escape')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(outer).not.toHaveBeenCalled()
  press('Escape')
  expect(outer).toHaveBeenCalledTimes(1)
  press('ArrowDown')
  expect(screen.getByRole('listbox')).toBeTruthy()
  expect(active()).toBeUndefined()
})

test('typing takes the choice back, and leaving the field closes the list', () => {
  render(<Field onPick={vi.fn()} />)
  type('a')
  press('ArrowDown')
  type('aq')
  expect(active()).toBeUndefined()
  fireEvent.blur(input())
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a click picks, and a pointer that passes over does not change what Enter means', () => {
  const onPick = vi.fn()
  render(<Field onPick={onPick} />)
  type('a')
  const option = screen.getByRole('option', { name: 'Cygnus' })
  fireEvent.pointerMove(option)
  expect(active()).toBeUndefined()
  expect(fireEvent.mouseDown(option)).toBe(false) // or the field would lose the focus
  fireEvent.click(option)
  expect(onPick).toHaveBeenCalledWith(options[2], false)
})

test('keys of an input method are left alone', () => {
  render(<Field onPick={vi.fn()} />)
  type('a')
  press('ArrowDown', { isComposing: true })
  expect(active()).toBeUndefined()
})

test('without options there is no list and every key is the field’s', () => {
  const onCommit = vi.fn()
  render(<Field none onPick={vi.fn()} onCommit={onCommit} />)
  type('a')
  expect(input().getAttribute('aria-expanded')).toBe('false')
  expect([press('ArrowDown'), press('Escape')]).toEqual([true, true])
  press('Enter')
  expect(onCommit).toHaveBeenCalledTimes(1)
})

test('an always open list has its first option active, and Ctrl with Enter opens another tab', () => {
  const onPick = vi.fn()
  render(<Standing onPick={onPick} />)
  expect(active()).toBe('Aquila')
  press('PageDown')
  expect(active()).toBe('Delphinus')
  press('PageUp')
  fireEvent.pointerMove(screen.getByRole('option', { name: 'Boötes' }))
  expect(active()).toBe('Boötes')
  press('Enter', { ctrlKey: true })
  expect(onPick).toHaveBeenCalledWith(options[1], true)
})

test('Enter on options that may still change waits, then takes what is first; an option that was reached is taken at once', () => {
  const onPick = vi.fn()
  const { rerender } = render(<Standing onPick={onPick} pending />)
  press('Enter')
  expect(onPick).not.toHaveBeenCalled()
  rerender(<Standing onPick={onPick} groups={allGroups.toReversed()} />)
  expect(onPick).toHaveBeenCalledExactlyOnceWith(options[2], false)

  rerender(<Standing onPick={onPick} pending />)
  press('ArrowDown')
  press('Enter')
  expect(onPick).toHaveBeenLastCalledWith(options[1], false)

  press('Enter')
  type('a')
  rerender(<Standing onPick={onPick} />)
  expect(onPick).toHaveBeenCalledTimes(2)
})
