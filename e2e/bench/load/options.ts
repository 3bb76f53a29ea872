import { engine } from '../../engines/engines.ts'
import { modelled, phone, unthrottled, type Profile } from './profiles.ts'

const startNames = ['landing', 'login', 'home', 'money', 'release'] as const
type StartName = (typeof startNames)[number]
/** Chromium alone slows network and processor down, and measures processor time. */
const profiles: readonly Profile[] = engine === 'chromium' ? [modelled, phone, unthrottled] : [unthrottled]

export type LoadOptions = {
  readonly rounds: number
  readonly starts: readonly StartName[]
  readonly profiles: readonly Profile[]
  readonly isJson: boolean
  readonly hasTimeline: boolean
}

/** Options of `npm run bench -- load`. `--start` and `--profile` may be repeated. @throws on others */
export function parseLoadOptions(words: readonly string[]): LoadOptions {
  const listValues = (name: string) => words.flatMap((word, at) => (words[at - 1] === name ? [word] : []))
  const chooseValues = <Value>(name: string, all: readonly Value[], nameOf: (value: Value) => string) => {
    const wanted = listValues(name)
    const unknown = wanted.find(each => !all.some(value => nameOf(value) === each))
    if (unknown !== undefined) throw new Error(`${name} ${unknown}: one of ${all.map(nameOf).join(', ')}`)
    return wanted.length === 0 ? all : all.filter(value => wanted.includes(nameOf(value)))
  }
  return {
    rounds: Number(listValues('--rounds')[0] ?? '') || 9,
    starts: chooseValues('--start', startNames, name => name),
    profiles: chooseValues('--profile', profiles, ({ name }) => name),
    isJson: words.includes('--json'),
    hasTimeline: words.includes('--timeline'),
  }
}
