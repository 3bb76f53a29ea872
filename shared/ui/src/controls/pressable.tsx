import type { Address } from '@adcoin/contract'
import type { AriaAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { useLink } from '../provider.tsx'
import { omitUndefined } from '../class-names.ts'

export type PressableProps = {
  children?: ReactNode
  className?: string | undefined
  id?: string | undefined
  /** An address of this app, drawn by the router's link. */
  to?: Address | undefined
  /** An address outside; opens in a new window without handing over the referrer. */
  href?: string | undefined
  /** The file name of a download behind `href`; it then opens no window. */
  download?: string | undefined
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined
  type?: 'button' | 'submit' | 'reset' | undefined
  form?: string | undefined
  name?: string | undefined
  value?: string | undefined
  ref?: Ref<HTMLButtonElement> | undefined
  'aria-label'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-disabled'?: boolean | undefined
  'aria-busy'?: boolean | undefined
  'aria-pressed'?: boolean | undefined
  'aria-expanded'?: boolean | undefined
  'aria-controls'?: string | undefined
  'aria-current'?: AriaAttributes['aria-current'] | undefined
}

/** The right element for what it does: a router link, an outside link, or a button. */
export function Pressable({ to, href, download, type = 'button', onClick, ref, ...rest }: PressableProps) {
  const Link = useLink()
  if (to !== undefined) return <Link to={to} {...omitUndefined({ ...toLinkProps(rest), onClick })} />
  if (href !== undefined) {
    const outside = download === undefined && /^https?:/.test(href)
    return (
      <a
        href={href}
        {...omitUndefined({ ...toLinkProps(rest), onClick, download })}
        {...(outside ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      />
    )
  }
  return <button type={type} {...omitUndefined({ ...rest, onClick, ref })} />
}

function toLinkProps({
  form: _form,
  name: _name,
  value: _value,
  'aria-disabled': _disabled,
  'aria-pressed': _pressed,
  'aria-current': current,
  ...rest
}: Omit<PressableProps, 'to' | 'href' | 'download' | 'type' | 'onClick' | 'ref'>) {
  return { ...rest, 'aria-current': current ? ('page' as const) : undefined }
}
