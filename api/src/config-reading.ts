import { createVariableReader } from '@adcoin/contract'
import { variables } from './variables.ts'

type Name = keyof typeof variables

/** The environment, and what was found wrong in it. */
export type Reading = Readonly<{
  production: boolean
  problems: string[]
  /** The value, else the default of the table, else null. */
  text(name: Name): string | null
  /** As `text`; a problem where there is none. */
  required(name: Name, why?: string): string
  whole(name: Name, max: number): number
}>

export function startReading(env: NodeJS.ProcessEnv): Reading {
  const problems: string[] = []
  const text = createVariableReader(variables, env)
  return {
    production: env.NODE_ENV === 'production',
    problems,
    text,
    required(name, why = 'it is needed') {
      const value = text(name)
      if (!value) problems.push(`${name} is missing: ${why}`)
      return value ?? ''
    },
    whole(name, max) {
      const value = text(name) ?? ''
      if (/^[0-9]{1,9}$/.test(value) && Number(value) <= max) return Number(value)
      problems.push(`${name} must be a whole number from 0 to ${max}, not "${value}"`)
      return 0
    },
  }
}

/** The names whose rows list their values. */
type Choice = { [Each in Name]: (typeof variables)[Each] extends { values: unknown } ? Each : never }[Name]

export function readAllowedValue<Each extends Choice>(
  { text, problems }: Reading,
  name: Each,
): (typeof variables)[Each]['values'][number] {
  const words: readonly (typeof variables)[Each]['values'][number][] = variables[name].values
  const value = text(name)
  const word = words.find(known => known === value)
  if (!word) problems.push(`${name} must be ${words.join(' or ')}, not "${value}"`)
  return word ?? variables[name].values[0]
}

/** An http or https address; in production only https, since keys, codes and people's data go over it. */
export function parseWebAddress({ production, problems }: Reading, name: string, value: string): string {
  const protocol = URL.parse(value)?.protocol
  if (protocol !== 'https:' && protocol !== 'http:')
    problems.push(`${name} must be an http or https address, not "${value}"`)
  else if (production && protocol === 'http:') problems.push(`${name} must begin with https:// in production`)
  return value
}

/** Missing values have been reported; a given one must be an address. */
export function readRequiredAddress(reading: Reading, name: Name, why: string): string {
  const value = reading.required(name, why)
  return value === '' ? value : parseWebAddress(reading, name, value)
}
