import { preferences } from '../preferences/preferences.ts'

const light = '(prefers-color-scheme: light)'

function paint(): void {
  const { theme, density } = preferences.get()
  const shown = theme === 'system' ? (matchMedia(light).matches ? 'light' : 'dark') : theme
  document.documentElement.dataset['theme'] = shown
  document.documentElement.dataset['density'] = density
}

/** Puts theme and density on the document before anything is drawn, and keeps them there. */
export function startTheme(): void {
  paint()
  preferences.subscribe(paint)
  matchMedia(light).addEventListener('change', paint)
}
