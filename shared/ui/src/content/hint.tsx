import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-paths.ts'
import { classNames } from '../class-names.ts'

type HintTone = 'plain' | 'hint' | 'warn' | 'bad'
const iconOfTone = { plain: 'info', hint: 'info', warn: 'shield', bad: 'alert' } as const satisfies Record<
  HintTone,
  IconName
>

type HintProps = {
  tone?: HintTone | undefined
  icon?: IconName | undefined
  children: ReactNode
  /** It appeared after an action of the person: announce it at once. */
  announce?: boolean | undefined
}

/** A quiet sentence that helps, warns, or explains a failure here. */
export function Hint({ tone = 'plain', icon = iconOfTone[tone], children, announce }: HintProps) {
  return (
    <div
      className={classNames('ac-note', tone !== 'plain' && `ac-note--${tone}`)}
      role={announce ? 'alert' : undefined}
    >
      <Icon name={icon} size={20} />
      <div className="ac-grow">{children}</div>
    </div>
  )
}
