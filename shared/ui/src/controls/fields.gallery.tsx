import { useState } from 'react'
import type { GalleryPart } from '../gallery/gallery-part.ts'
import { Stack } from '../layout/groups.tsx'
import { PhoneField } from './phone-field.tsx'
import { SearchField } from './search-field.tsx'
import { SelectField, DateField, PasswordField, TextArea, TextField } from './text-field.tsx'

const regions = [
  { region: 'BR', name: 'Brasil', mobile_sag: '+55', example: '11 98765 4321' },
  { region: 'IN', name: 'भारत', mobile_sag: '+91' },
  { region: 'TW', name: '臺灣', mobile_sag: '+886' },
]

export const fieldsGallery: GalleryPart = {
  id: 'fields',
  title: 'Fields',
  samples: {
    'TextField: empty with help, filled, disabled': t => (
      <Stack>
        <TextField label={t('nickname')} placeholder={t('nicknameHint')} help={t('later')} />
        <TextField label={t('email')} type="email" defaultValue="ana@mail.com" suffix="@" />
        <TextField label={t('account')} defaultValue="ana.cria" prefix="@" disabled />
      </Stack>
    ),
    'PasswordField: plain, error': t => (
      <Stack>
        <PasswordField label={t('password')} defaultValue="abcdefgh" />
        <PasswordField label={t('confirmPassword')} defaultValue="abcdef" error={t('mismatch')} />
      </Stack>
    ),
    'PhoneField: plain, error': t => {
      const [region, setRegion] = useState('BR')
      const [number, setNumber] = useState('11 98765 4321')
      return (
        <Stack>
          <PhoneField
            label={t('mobile')}
            regions={regions}
            region={region}
            onRegion={setRegion}
            value={number}
            onChange={setNumber}
          />
          <PhoneField
            label={t('mobile')}
            regions={regions}
            region="TW"
            onRegion={setRegion}
            value="09"
            onChange={setNumber}
            error={t('mobileWrong')}
          />
        </Stack>
      )
    },
    'SelectField, DateField, SearchField': t => {
      const [text, setText] = useState('1048377')
      return (
        <Stack>
          <SelectField label={t('bank')} options={[{ value: 'nu', label: 'Nubank' }]} />
          <DateField label={t('birthday')} defaultValue="1999-04-12" min="1900-01-01" max="2010-01-01" />
          <SearchField label={t('search')} value={text} onChange={setText} />
          <SearchField label={t('search')} value="" onChange={setText} />
        </Stack>
      )
    },
    TextArea: t => <TextArea label={t('account')} defaultValue={t('unbindText')} help={t('later')} />,
  },
}
