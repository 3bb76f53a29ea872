import { useHost } from '@adcoin/remote'
import type { Theme } from '@adcoin/session'
import { RadioList, Row, Sheet } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** Applies at once; the sheet stays open, so that the choice can be seen and changed. */
export function ThemeRow({ theme }: { theme: Theme }) {
  const t = useT()
  const host = useHost()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Row
        title={t('settings.appearance')}
        value={t(`settings.themes.${theme}`)}
        chevron
        onClick={() => setOpen(true)}
      />
      <Sheet open={isOpen} title={t('settings.appearance')} onClose={() => setOpen(false)}>
        <RadioList
          label={t('settings.appearance')}
          hiddenLabel
          options={themes.map(value => ({ value, label: t(`settings.themes.${value}`) }))}
          value={theme}
          onChange={host.setTheme}
        />
      </Sheet>
    </>
  )
}
