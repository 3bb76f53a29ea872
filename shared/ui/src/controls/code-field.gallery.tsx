import { useState } from 'react'
import type { GalleryPart } from '../gallery/gallery-part.ts'
import { Stack } from '../layout/groups.tsx'
import { AmountField } from './amount-field.tsx'
import { Chips } from './choices.tsx'
import { CodeField } from './code-field.tsx'

export const codeFieldGallery: GalleryPart = {
  id: 'code',
  title: 'CodeField, AmountField',
  samples: {
    'CodeField: two digits': t => {
      const [code, setCode] = useState('58')
      return <CodeField label={t('code')} value={code} onChange={setCode} />
    },
    'CodeField: error, small': t => (
      <Stack>
        <CodeField label={t('code')} value="5813" onChange={() => {}} error={t('codeWrong')} />
        <CodeField label={t('code')} value="7" onChange={() => {}} small />
      </Stack>
    ),
    AmountField: t => {
      const [amount, setAmount] = useState('400')
      return (
        <Stack>
          <AmountField label={t('youSell')} value={amount} onChange={setAmount} help={t('available')} />
          <AmountField label={t('youSell')} value="" onChange={setAmount} />
        </Stack>
      )
    },
    'AmountField: error, chips': t => (
      <Stack center>
        <AmountField label={t('youSell')} value="1,400" onChange={() => {}} error={t('tooMuch')} />
        <Chips
          label={t('youSell')}
          options={[
            { value: '25', label: '25%' },
            { value: '50', label: '50%' },
            { value: 'all', label: t('all') },
          ]}
          value={undefined}
          onChange={() => {}}
        />
      </Stack>
    ),
    'AmountField: a long amount becomes smaller': t => (
      <AmountField label={t('youSell')} value="12,345,678,901.23" onChange={() => {}} help={t('available')} />
    ),
  },
}
