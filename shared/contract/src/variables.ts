/** A variable of the environment, as the program that reads it, its `--help` and the page of variables know it. */
export type Variable = {
  /** One sentence for operators. */
  readonly meaning: string
  /** The value where the variable is not set. */
  readonly default?: string
  /** The value in production (`NODE_ENV=production`), where it differs. */
  readonly production?: string
  /** The only values that are allowed. */
  readonly values?: readonly string[]
  /** The value must reach no log and no other person. */
  readonly secret?: true
}

export type Variables = Readonly<Record<string, Variable>>

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads variables by the names of a table, so that a name without a row does not compile.
 *
 * @returns a function from a name to its trimmed value, else the default of the table, else null
 */
export function createVariableReader<Table extends Variables>(
  table: Table,
  env: Environment,
): (name: keyof Table & string) => string | null {
  const isProduction = env['NODE_ENV'] === 'production'
  return name => env[name]?.trim() || findDefault(table[name], isProduction)
}

function findDefault(variable: Variable | undefined, isProduction: boolean): string | null {
  return (isProduction ? variable?.production : undefined) ?? variable?.default ?? null
}

/** The table as text for `--help`: one row for each variable, in the order of the table. */
export function formatVariablesHelp(table: Variables): string {
  return Object.entries(table)
    .map(([name, variable]) => `  ${name}${formatValues(variable)}\n      ${variable.meaning}`)
    .join('\n')
}

/** ` (on | off; default on, in production off)` */
export function formatValues({ values, default: fallback, production }: Variable): string {
  const parts = [
    values?.join(' | '),
    fallback === undefined ? undefined : `default ${fallback}`,
    production === undefined ? undefined : `in production ${production}`,
  ]
  const text = [parts[0], parts.slice(1).filter(Boolean).join(', ')].filter(Boolean).join('; ')
  return text === '' ? '' : ` (${text})`
}
