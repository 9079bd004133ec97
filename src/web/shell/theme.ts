import { preferences } from '../preferences/preferences.ts'

const light = '(prefers-color-scheme: light)'

function paint(): void {
  const { theme, density } = preferences.get()
  const shown = theme === 'system' ? (matchMedia(light).matches ? 'light' : 'dark') : theme
  document.documentElement.dataset['theme'] = shown
  document.documentElement.dataset['density'] = density
}

/** Sets theme and density on the document before the first render, and on every change. */
export function startTheme(): void {
  paint()
  preferences.subscribe(paint)
  matchMedia(light).addEventListener('change', paint)
}
