import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-paths.ts'
import { classNames } from '../class-names.ts'
import { Pressable, type PressableProps } from './pressable.tsx'

type IconButtonProps = Omit<PressableProps, 'children' | 'aria-label'> & {
  /** The name that screen readers hear. */
  label: string
  icon: IconName
  size?: 20 | 24 | undefined
}

/** A round 48 px target with an icon. */
export function IconButton({ label, icon, size = 24, className, ...rest }: IconButtonProps) {
  return (
    <Pressable {...rest} className={classNames('ac-iconbtn', className)} aria-label={label}>
      <Icon name={icon} size={size} />
    </Pressable>
  )
}
