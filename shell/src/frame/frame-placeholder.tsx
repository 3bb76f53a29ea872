import { Columns, iconNamed, Logo, TabBar } from '@adcoin/ui'

/** Compose knows the live tabs; it takes the drawing of each from here, by the name of its icon. */
const icons = ['home', 'tasks', 'money', 'team']

/** The frame as `Frame` draws it, without what depends on screen, person or language. */
export function FramePlaceholder() {
  const tabs = icons.map(name => ({ to: `#${name}`, icon: iconNamed(name), label: '' }))
  return <Columns rail={<TabBar label="" tabs={tabs} railStart={<Logo />} />}>{null}</Columns>
}
