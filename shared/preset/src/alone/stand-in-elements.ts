import { createElement, useSyncExternalStore, type ElementType } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { drawWith, standInOf } from './stand-ins.ts'

export { Fragment } from 'react/jsx-runtime'

drawWith({ createElement, useSyncExternalStore })

/** Elements of the sources that are being written, each made of the stand-in of its component. */
export function jsxDEV(type: ElementType, props: object, key: string | undefined, isStatic: boolean) {
  return (isStatic ? jsxs : jsx)(standInOf(type), props, key)
}
