import type { ComponentType, createElement, ReactNode, useSyncExternalStore } from 'react'

/**
 * Hot replacement of components under a React that is built for production, which has none of its own. It stands in the
 * place of `react-refresh/runtime`, for the same transform of the sources: that registers each component under its name
 * in its file, and the hooks it calls.
 *
 * An element is made of a component's stand-in, which never changes (`stand-in-elements.ts`) and draws the newest one.
 * Where the new one calls the same hooks, what the former kept is kept; else it begins anew.
 */
type Component = (props: object) => ReactNode
type Family = {
  newest: Component
  next: Component | undefined
  /** Its hooks are those of the component: another one each time they change. */
  inner: Component
  readonly standIn: ComponentType<object>
  readonly listeners: Set<() => void>
  version: number
}
type Signature = { readonly key: string; readonly isReset: boolean; readonly customHooks: () => readonly unknown[] }

/**
 * What stand-ins are drawn with. Handed over by the first file of elements: this one is in the container's entry, which
 * is there before anything that is shared.
 */
type Drawing = {
  readonly createElement: typeof createElement
  readonly useSyncExternalStore: typeof useSyncExternalStore
}
let drawing: Drawing | undefined

export function drawWith(given: Drawing): void {
  drawing = given
}

const families = new Map<string, Family>()
const familyOf = new WeakMap<object, Family>()
const signatures = new WeakMap<object, Signature>()
const waiting = new Set<Family>()

/** A component as it was written, for the one that stands in elements. */
export function standInOf<Type>(type: Type): Type {
  const family = typeof type === 'function' ? familyOf.get(type) : undefined
  return family ? (family.standIn as Type) : type
}

export function register(type: unknown, id: string): void {
  if (!isLikelyComponentType(type) || typeof type !== 'function' || type.prototype?.isReactComponent) return
  if (familyOf.has(type)) return
  const component = type as Component
  const known = families.get(id)
  if (known) {
    known.next = component
    waiting.add(known)
  } else families.set(id, newFamily(component))
  const family = families.get(id)
  if (family) familyOf.set(component, family)
}

export function performReactRefresh(): void {
  const told = [...waiting]
  waiting.clear()
  for (const family of told) {
    if (!family.next) continue
    if (!hasSameHooks(family.newest, family.next)) family.inner = innerOf(family)
    family.newest = family.next
    family.next = undefined
    family.version += 1
  }
  for (const { listeners } of told) for (const tell of listeners) tell()
}

/** What the transform calls in each component, and once for it. */
export function createSignatureFunctionForTransform() {
  return function sign<Type>(
    type?: Type,
    key?: string,
    isReset?: boolean,
    customHooks?: () => readonly unknown[],
  ): Type | undefined {
    if (typeof type === 'function' && key !== undefined)
      signatures.set(type, { key, isReset: isReset ?? false, customHooks: customHooks ?? (() => []) })
    return type
  }
}

export function getFamilyByType(type: unknown): Family | undefined {
  return typeof type === 'function' ? familyOf.get(type) : undefined
}

export function isLikelyComponentType(type: unknown): boolean {
  return typeof type === 'function' && /^[A-Z]/.test(type.name)
}

/** React itself is not touched. */
export function injectIntoGlobalHook(): void {}

function newFamily(component: Component): Family {
  const family: Family = {
    newest: component,
    next: undefined,
    inner: component,
    listeners: new Set(),
    version: 0,
    standIn: props => {
      if (!drawing) throw new Error('no element of ours was made before this one was drawn')
      drawing.useSyncExternalStore(follow, () => family.version)
      return drawing.createElement(family.inner, props)
    },
  }
  const follow = (tell: () => void) => {
    family.listeners.add(tell)
    return () => family.listeners.delete(tell)
  }
  family.inner = innerOf(family)
  return family
}

function innerOf(family: Family): Component {
  return props => family.newest(props)
}

function hasSameHooks(former: Component, next: Component): boolean {
  const [a, b] = [signatures.get(former), signatures.get(next)]
  if (!a || !b) return !a && !b
  return !b.isReset && wholeKey(a) === wholeKey(b)
}

/** The hooks of a component with those of the hooks that it calls. */
function wholeKey({ key, customHooks }: Signature): string {
  const called = customHooks().map(hook => {
    const signature = typeof hook === 'function' ? signatures.get(hook) : undefined
    return signature ? wholeKey(signature) : ''
  })
  return [key, ...called].join('\n')
}
