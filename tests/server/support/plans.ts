import * as v from 'valibot'
import { type Db, type SqlValue, type WritableDb, parameterText } from '../../../src/server/database/db.ts'

export interface Statement {
  sql: string
  params: readonly SqlValue[]
}

/** The same database, and the statements that are sent to it. */
export function recorded(db: Db): { db: Db; statements: Statement[] } {
  const statements: Statement[] = []
  const rows: Db['rows'] = (sql, params = [], signal) => {
    statements.push({ sql, params })
    return db.rows(sql, params, signal)
  }
  const copy: Db['copy'] = (sql, signal) => {
    statements.push({ sql, params: [] })
    return db.copy(sql, signal)
  }
  return {
    db: {
      rows,
      copy,
      openExport: () => Promise.resolve({ rows, copy, close: () => {} }),
      close: () => db.close(),
    },
    statements,
  }
}

interface PlanNode {
  'Relation Name'?: string | undefined
  'Function Name'?: string | undefined
  'Rows Removed by Join Filter'?: number | undefined
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number | undefined
  Plans?: PlanNode[] | undefined
}

const planNode: v.GenericSchema<PlanNode> = v.object({
  'Relation Name': v.optional(v.string()),
  'Function Name': v.optional(v.string()),
  'Rows Removed by Join Filter': v.optional(v.number()),
  'Actual Rows': v.number(),
  'Actual Loops': v.number(),
  'Rows Removed by Filter': v.optional(v.number()),
  Plans: v.optional(v.lazy(() => v.array(planNode))),
})
const explained = v.tuple([v.object({ Plan: planNode })])

/** How a statement reads each table or function: rows looked at, and how often it stands in the plan; `joins` is what joins dropped. */
export type Reads = ReadonlyMap<string, { rows: number; scans: number }>

/** Runs a statement again and tells what it reads. */
export async function readsOf(db: Db, { sql, params }: Statement): Promise<Reads> {
  const [[plan] = []] = await db.rows(`explain (analyze, timing off, format json) ${sql}`, params)
  const reads = new Map<string, { rows: number; scans: number }>()
  const walk = (node: PlanNode): void => {
    const relation = node['Relation Name'] ?? node['Function Name']
    const dropped = (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops']
    if (dropped > 0) reads.set('joins', { rows: (reads.get('joins')?.rows ?? 0) + dropped, scans: 0 })
    if (relation !== undefined) {
      const { rows = 0, scans = 0 } = reads.get(relation) ?? {}
      const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      reads.set(relation, { rows: rows + read, scans: scans + 1 })
    }
    node.Plans?.forEach(walk)
  }
  walk(v.parse(explained, JSON.parse(plan ?? ''))[0].Plan)
  return reads
}

const literal = (value: string | null): string => (value === null ? 'null' : `'${value.replaceAll("'", "''")}'`)

/** What a prepared statement reads by the plan for any value of its parameters. */
export function genericReads(db: WritableDb, { sql, params }: Statement): Promise<Reads> {
  return db.transaction(async (inside) => {
    const values = params.map((value) => literal(parameterText(value)))
    await inside.exec(`set local plan_cache_mode = force_generic_plan; prepare tried as ${sql}`)
    const given = values.length > 0 ? `(${values.join(', ')})` : ''
    const reads = await readsOf(inside, { sql: `execute tried${given}`, params: [] })
    await inside.exec('deallocate tried')
    return reads
  })
}
