import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'
import type { To } from './navigate.ts'

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> & {
  to: To
  replace?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/**
 * A link inside the app. React Router's own brings its prefetching for framework mode along (2 KB), which nothing here
 * uses.
 */
export function Link({ to, replace, onClick, ...rest }: LinkProps) {
  const go = useLinkClickHandler<HTMLAnchorElement>(to, replace === undefined ? {} : { replace })
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) go(event)
  }
  return <a {...rest} href={useHref(to)} onClick={follow} />
}
