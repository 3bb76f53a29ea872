import { useState } from 'react'
import type { GalleryPart } from '../gallery/gallery-part.ts'
import { Stack } from '../layout/groups.tsx'
import { Pill } from '../content/status.tsx'
import { Chips, RadioList, Segmented } from './choices.tsx'
import { Checkbox, Switch } from './toggles.tsx'

export const choicesGallery: GalleryPart = {
  id: 'choices',
  title: 'Segmented, Chips, RadioList, Switch, Checkbox',
  samples: {
    'Segmented, Chips': t => {
      const [kind, setKind] = useState('all')
      const [chip, setChip] = useState('video')
      return (
        <Stack>
          <Segmented
            label={t('filter')}
            value={kind}
            onChange={setKind}
            options={[
              { value: 'all', label: t('all') },
              { value: 'income', label: t('income') },
              { value: 'expense', label: t('expense') },
            ]}
          />
          <Chips
            label={t('filter')}
            value={chip}
            onChange={setChip}
            options={[
              { value: 'all', label: t('all') },
              { value: 'video', label: t('video') },
              { value: 'image', label: t('image') },
            ]}
          />
        </Stack>
      )
    },
    RadioList: t => {
      const [account, setAccount] = useState('nu')
      return (
        <RadioList
          label={t('account')}
          value={account}
          onChange={setAccount}
          options={[
            { value: 'nu', label: 'Nubank', note: 'Ana Souza · ••4821', end: <Pill tone="good">{t('default')}</Pill> },
            { value: 'itau', label: 'Itaú', note: 'Ana Souza · ••0093' },
          ]}
        />
      )
    },
    'Switch, Checkbox': t => {
      const [isOn, setOn] = useState(true)
      return (
        <Stack gap={2}>
          <Switch label={t('hideAmounts')} note={t('hideNote')} checked={isOn} onChange={setOn} />
          <Switch label={t('hideAmounts')} checked={false} onChange={() => {}} />
          <Checkbox label={t('agree')} defaultChecked />
          <Checkbox label={t('agree')} error={t('agreeFirst')} />
        </Stack>
      )
    },
  },
}
