const ownHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Whether an address is that of this page's own service on the reader's own machine, where packing only costs work. */
export function isNear(url: string): boolean {
  const { location } = globalThis as { location?: { href: string; origin: string } }
  const asked = location && URL.canParse(url, location.href) ? new URL(url, location.href) : undefined
  return asked !== undefined && asked.origin === location?.origin && ownHosts.has(asked.hostname)
}
