import { Hono } from 'hono'
import * as v from 'valibot'
import { servicePaths } from '../../../wire/operations.ts'
import { misbehave, refuses } from './misbehave.ts'
import { Misbehaviour } from './misbehaviour.ts'
import { rawPath, rawQuery } from '../request-target.ts'
import { socketOf } from '../upgrade.ts'

const Rule = v.pipe(
  v.strictObject({
    /** Beginning of `path?query`, or a regular expression when it begins with `^`. */
    path: v.string(),
    /** How often it applies; always when absent. */
    times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    fault: Misbehaviour,
  }),
  v.transform((rule) => ({ ...rule, hits: 0 })),
)
type Rule = v.InferOutput<typeof Rule>

function applies({ path, times, hits }: Rule, target: string): boolean {
  if (times !== undefined && hits >= times) return false
  return path.startsWith('^') ? new RegExp(path).test(target) : target.startsWith(path)
}

/** The service with a fault switch for tests. The first rule that matches a GET applies; its answer is not gzipped. */
export function withFaults(app: Hono): Hono {
  let rules: Rule[] = []
  const front = new Hono()

  front.get(servicePaths.faults, (context) => context.json(rules))
  front.delete(servicePaths.faults, (context) => {
    rules = []
    return context.json(rules)
  })
  front.put(servicePaths.faults, async (context) => {
    const parsed = v.safeParse(v.array(Rule), await context.req.json().catch(() => undefined))
    if (!parsed.success) return context.json({ code: 3, message: v.summarize(parsed.issues), details: [] }, 400)
    const broken = parsed.output.find(({ path }) => path.startsWith('^') && !isExpression(path))
    if (broken) return context.json({ code: 3, message: `not a regular expression: ${broken.path}`, details: [] }, 400)
    rules = parsed.output
    return context.json(rules)
  })

  front.all('*', async ({ req: { raw: request }, env }) => {
    const query = rawQuery(request.url)
    const target = rawPath(request.url) + (query && `?${query}`)
    const rule = request.method === 'GET' ? rules.find((rule) => applies(rule, target)) : undefined
    if (!rule) return app.fetch(request, env)
    rule.hits += 1
    const headers = new Headers(request.headers)
    headers.delete('accept-encoding')
    // A body that is spoiled must be there.
    headers.delete('if-none-match')
    // A refused websocket must not be opened first.
    if (refuses(rule.fault)) headers.delete('upgrade')
    const plain = new Request(request.url, { headers, signal: request.signal })
    return misbehave(rule.fault, request, async () => app.fetch(plain, env), socketOf(env))
  })
  return front
}

function isExpression(text: string): boolean {
  try {
    return new RegExp(text).source !== ''
  } catch {
    return false
  }
}
