import citus from '../database/citus.sql?raw'
import schema from '../database/schema.sql?raw'

/** `lyra schema`: the statements that make the tables in an empty PostgreSQL, with `citus` those that distribute them. */
export const schemaText = (wantsCitus: boolean): string => (wantsCitus ? `${schema}\n${citus}` : schema)
