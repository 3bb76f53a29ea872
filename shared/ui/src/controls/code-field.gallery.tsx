import { useState } from 'react'
import { type GalleryPart, useSample } from '../gallery/gallery-part.ts'
import { Stack } from '../layout/groups.tsx'
import { AmountField } from './amount-field.tsx'
import { Chips } from './choices.tsx'
import { CodeField } from './code-field.tsx'

export const codeFieldGallery: GalleryPart = {
  id: 'code',
  title: 'CodeField, AmountField',
  samples: [
    { name: 'CodeField: two digits', Sample: Code },
    { name: 'CodeField: error, small', Sample: CodeError },
    { name: 'AmountField', Sample: Amount },
    { name: 'AmountField: error, chips', Sample: AmountError },
    { name: 'AmountField: a long amount becomes smaller', Sample: AmountLong },
  ],
}

function Code() {
  const t = useSample()
  const [code, setCode] = useState('58')
  return <CodeField label={t('code')} value={code} onChange={setCode} />
}

function CodeError() {
  const t = useSample()
  return (
    <Stack>
      <CodeField label={t('code')} value="5813" onChange={() => {}} error={t('codeWrong')} />
      <CodeField label={t('code')} value="7" onChange={() => {}} small />
    </Stack>
  )
}

function Amount() {
  const t = useSample()
  const [amount, setAmount] = useState('400')
  return (
    <Stack>
      <AmountField label={t('youSell')} value={amount} onChange={setAmount} help={t('available')} />
      <AmountField label={t('youSell')} value="" onChange={setAmount} />
    </Stack>
  )
}

function AmountError() {
  const t = useSample()
  return (
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
  )
}

function AmountLong() {
  const t = useSample()
  return <AmountField label={t('youSell')} value="12,345,678,901.23" onChange={() => {}} help={t('available')} />
}
