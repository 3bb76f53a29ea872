import { useId, useState, type MouseEvent, type ReactNode } from 'react'
import { Icon, Ring } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-paths.ts'
import { classNames } from '../class-names.ts'
import { Pressable, type PressableProps } from './pressable.tsx'

type IconButtonProps = Omit<PressableProps, 'children' | 'aria-label'> & {
  /** The name that screen readers hear. */
  label: string
  icon: IconName
  size?: 20 | 24 | undefined
}

/**
 * A button, or a link that looks like one (`to`, `href`). It is never disabled without a reason, and stays focusable,
 * so that the reason can be heard.
 */
export function Button({
  children,
  kind = 'primary',
  size,
  block,
  busy = false,
  disabledReason,
  icon,
  mark,
  className,
  onClick,
  'aria-describedby': described,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const [refusedPresses, setAsked] = useState(0)
  const isOff = busy || disabledReason !== undefined

  function press(event: MouseEvent<HTMLElement>) {
    if (!isOff) return onClick?.(event)
    event.preventDefault()
    event.stopPropagation()
    if (disabledReason !== undefined) setAsked(times => times + 1)
  }

  return (
    <>
      <Pressable
        {...rest}
        className={classNames('ac-btn', `ac-btn--${kind}`, size && 'ac-btn--sm', block && 'ac-btn--block', className)}
        onClick={press}
        aria-busy={busy || undefined}
        aria-disabled={isOff || undefined}
        aria-describedby={classNames(described, disabledReason !== undefined && reasonId) || undefined}
      >
        {busy ? <Ring /> : (mark ?? (icon && <Icon name={icon} size={20} />))}
        <span>{children}</span>
      </Pressable>
      {disabledReason !== undefined && (
        <span className="ac-why" id={reasonId}>
          {/* A new node each time it is asked for, so that screen readers say it again. */}
          <span key={refusedPresses} role={refusedPresses > 0 ? 'alert' : undefined}>
            {disabledReason}
          </span>
        </span>
      )}
    </>
  )
}

/** A round 48 px target with an icon. */
export function IconButton({ label, icon, size = 24, className, ...rest }: IconButtonProps) {
  return (
    <Pressable {...rest} className={classNames('ac-iconbtn', className)} aria-label={label}>
      <Icon name={icon} size={size} />
    </Pressable>
  )
}

export type ButtonProps = Omit<PressableProps, 'children' | 'aria-disabled' | 'aria-busy'> & {
  /** The words. One primary per screen: it is the next step. */
  children: ReactNode
  kind?: 'primary' | 'secondary' | 'quiet' | 'tonal' | 'danger' | undefined
  size?: 'small' | undefined
  block?: boolean | undefined
  /** Runs: shows the ring, takes no second press. */
  busy?: boolean | undefined
  /**
   * Reason why it is disabled: shown under the button, linked to it, announced again when it is pressed all the same.
   */
  disabledReason?: ReactNode
  icon?: IconName | undefined
  /** A drawing of its own in front of the words (the sign of another company). */
  mark?: ReactNode | undefined
}

type TextLinkProps = Pick<
  PressableProps,
  'children' | 'to' | 'href' | 'onClick' | 'download' | 'className' | 'aria-label' | 'aria-current'
> & {
  /** Within a sentence: underlined, as tall as the line. */
  inline?: boolean | undefined
}

/** A link of words: by itself a 44 px target, or within a sentence. */
export function TextLink({ inline, className, ...rest }: TextLinkProps) {
  return <Pressable {...rest} className={classNames(inline ? 'ac-textlink' : 'ac-link', className)} />
}
