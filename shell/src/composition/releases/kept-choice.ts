import { readWanted, type Wanted } from './wanted.ts'
import { choiceKey } from './trial.ts'

/** More remotes than a product has, and less than fills a storage. */
const mostRemotes = 20

/** The part of `localStorage` that is used; it may be absent, blocked, full or tampered with. */
export type ChoiceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What this browser was told to use in place of what is live; nothing where it was tampered with. */
export function readChoice(storage: () => ChoiceStorage): readonly Wanted[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(choiceKey) ?? '{}')
    return Object.entries(typeof kept === 'object' && kept !== null ? kept : {})
      .slice(0, mostRemotes)
      .flatMap(([app, word]) => {
        const wanted = typeof word === 'string' ? readWanted(`${app}@${word}`) : undefined
        return wanted && wanted.kind !== 'version' ? [wanted] : []
      })
  } catch {
    return []
  }
}

/** Keeps a choice, one for each remote. @throws where the browser keeps nothing */
export function keepChoice(storage: () => ChoiceStorage, { app, word }: Pick<Wanted, 'app' | 'word'>): void {
  const others = readChoice(storage).filter(each => each.app !== app)
  write(storage, [...others, { app, word }])
}

/** Takes a choice back. */
export function dropChoice(storage: () => ChoiceStorage, app: string): void {
  write(
    storage,
    readChoice(storage).filter(each => each.app !== app),
  )
}

function write(storage: () => ChoiceStorage, choices: readonly Pick<Wanted, 'app' | 'word'>[]): void {
  if (choices.length === 0) storage().removeItem(choiceKey)
  else storage().setItem(choiceKey, JSON.stringify(Object.fromEntries(choices.map(({ app, word }) => [app, word]))))
}
