import { events } from '@adcoin/contract'
import { refuse, type ReleaseRefusal } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'
import { memberName } from '@adcoin/checks/taken'
import { callsOf, heldBy, scriptsOf, type Script } from '../scripts/read-scripts.ts'
import type { Placed } from '@adcoin/checks/scopes'
import { constantOf } from '@adcoin/checks/written-texts'
import { literal, nameOf, type Node } from '@adcoin/checks/syntax'

const rule = 'event-owners'
const voice = 'emitterFor'
/** `voiceOf` makes an emitter for any name: only the shell may use it. */
const namesOfVoices = [voice, 'voiceOf']
const hearing = ['on', 'stream', 'useEvent']

/**
 * A remote uses its own emitter: `emitterFor` for its own name, and events of its manifest only. Checked in built code,
 * where no cast can hide it. A name that is made at run time meets the bus, which gives each remote its own emitter
 * only.
 */
export const eventOwners: CandidateRule = candidate => {
  const { app, build } = candidate
  if (app === 'shell') return []
  const owner = app.replace(/^remote-/, '')
  const emitted = new Set(build.manifest?.events.out.map(reference => reference.split('@')[0] ?? ''))
  return scriptsOf(candidate).flatMap(script => [
    ...voices(app, owner, script),
    ...sayings(app, owner, emitted, script),
  ])
}

/** Each mention of `emitterFor`, which must be a call, and one for the remote's own name. */
function voices(app: string, owner: string, script: Script): readonly ReleaseRefusal[] {
  const calls = new Map(callsOf(script).map(call => [call.callee, call]))
  return script.nodes
    .filter(placed => isMention(placed) || isSpelled(placed))
    .flatMap(({ node, place }) => {
      const call = calls.get(node)
      const named = call ? literal(call.given[0]) : undefined
      if (named === owner && call && nameOf(call.callee) !== 'voiceOf') return []
      const says =
        named === undefined
          ? 'it takes emitterFor without saying for whom, so nobody can see whose events it will say'
          : `it speaks as ${named}, whose events are ${named}'s to say`
      return [
        refuse(
          rule,
          `${app}: ${call?.place ?? place}`,
          says,
          `Call emitterFor('${owner}', …) where it is imported, in src/events.ts; ask the owner for what others must say.`,
        ),
      ]
    })
}

/** The name as a text: `const { ['emitterFor']: make } = b`, `Reflect.get(b, 'emitterFor')`. */
function isSpelled({ node, parent, key, scope }: Placed): boolean {
  if (parent?.node.type === 'MemberExpression' && key === 'property') return false
  if (parent?.node.type === 'BinaryExpression') return false
  return (
    /^(Literal|TemplateLiteral|BinaryExpression)$/.test(node.type) &&
    namesOfVoices.includes(constantOf(node, scope) ?? '')
  )
}

function isMention(placed: Placed): boolean {
  const { node, parent, key } = placed
  if (node.type === 'MemberExpression') return namesOfVoices.includes(memberName(placed) ?? '')
  if (node.type !== 'Identifier' || !namesOfVoices.includes(String(node['name']))) return false
  const isPart = parent?.node.type === 'MemberExpression' && key === 'property' && parent.node['computed'] !== true
  return !isPart && parent?.node.type !== 'ImportSpecifier'
}

function sayings(app: string, owner: string, reported: ReadonlySet<string>, script: Script): readonly ReleaseRefusal[] {
  const isEmitter = heldBy(script, voice)
  return callsOf(script).flatMap(({ callee, given, scope, place }) => {
    const name = literal(given[0])
    const isOwn = callee.type === 'Identifier' && isEmitter(callee['name'], scope)
    if (!isOwn && !isSaying(callee, name, given.length)) return []
    const says = whyNotSaid(name, owner, reported)
    return says === undefined
      ? []
      : [refuse(rule, `${app}: ${place}`, says, 'Say events of remote.json ("out") by their names, as literals.')]
  })
}

function isSaying(callee: Node, name: string | undefined, given: number): boolean {
  if (name === undefined || hearing.includes(nameOf(callee) ?? '')) return false
  // `emit` of src/events.ts comes to other files under this name or a shorter one; a text's key has no payload.
  return (nameOf(callee) === 'emit' && /^[a-z]+\.[a-zA-Z]+$/.test(name)) || (given > 1 && Object.hasOwn(events, name))
}

function whyNotSaid(name: string | undefined, owner: string, reported: ReadonlySet<string>): string | undefined {
  if (name === undefined) return 'it emits an event without a literal name'
  if (!name.startsWith(`${owner}.`)) return `it emits ${name}, which only ${name.split('.')[0]} may`
  if (!Object.hasOwn(events, name)) return `it emits ${name}, an event that the contract does not have`
  return reported.has(name) ? undefined : `it emits ${name}, which its manifest does not name`
}
