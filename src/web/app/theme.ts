import { createObservable } from '../observable.ts'
import { preferences } from '../preferences/preferences.ts'
import { useObservable } from '../use-observable.ts'

type Theme = 'dark' | 'light'

const light = '(prefers-color-scheme: light)'

function chosenTheme(): Theme {
  const { theme } = preferences.get()
  if (theme !== 'system') return theme
  return matchMedia(light).matches ? 'light' : 'dark'
}

const shown = createObservable<Theme>('dark')

/** The theme on the screen; until one is chosen, that of the system. */
export const useShownTheme = (): Theme => useObservable(shown)

/** The switch between the two themes, for menus: from now on the choice holds, whatever the system has. */
export const themeSwitch = (theme: Theme) =>
  theme === 'light'
    ? ({ label: 'Dark theme', icon: 'moon', run: () => preferences.set({ theme: 'dark' }) } as const)
    : ({ label: 'Light theme', icon: 'sun', run: () => preferences.set({ theme: 'light' }) } as const)

function paint(): void {
  const root = document.documentElement
  shown.set(chosenTheme())
  root.dataset['theme'] = shown.get()
  root.dataset['density'] = preferences.get().density
  // The browser's own bars take the colour of the canvas.
  const canvas = getComputedStyle(root).getPropertyValue('--surface-0').trim()
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', canvas)
}

/** Sets theme and density on the document before the first render, and on every change. */
export function startTheme(): void {
  paint()
  preferences.subscribe(paint)
  matchMedia(light).addEventListener('change', paint)
}
