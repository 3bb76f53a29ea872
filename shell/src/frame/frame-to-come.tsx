import { Columns, iconNamed, Logo, TabBar } from '@adcoin/ui'
import { texts } from '../texts.ts'

/** The page's script knows the live tabs; it takes the drawing of each from here, by the name of its icon. */
const icons = ['home', 'tasks', 'money', 'team']

/** The frame as `Frame` draws it, without what depends on a screen or a person. */
export function FrameToCome() {
  const t = texts.useT()
  const tabs = icons.map(name => ({ to: `#${name}`, icon: iconNamed(name), label: '' }))
  return <Columns rail={<TabBar label={t('frame.main')} tabs={tabs} railStart={<Logo />} />}>{null}</Columns>
}
