import type { UserSetting } from '@adcoin/contract'
import { useHost } from '@adcoin/remote'
import { Button } from '@adcoin/ui'
import { RadioList, Sheet, Stack } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { genderOf, genders } from './genders.ts'
import { useSaveProfile } from './use-profile.ts'

const numbers = { '0': 0, '1': 1, '2': 2, '3': 3 } as const

export function GenderSheet({ user, onClose }: { user: UserSetting; onClose: () => void }) {
  const t = useT()
  const host = useHost()
  const [gender, setGender] = useState(genderOf(user.gender))
  const save = useSaveProfile({
    setError: (_field, { message }) => host.showToast(message, 'bad'),
    fields: {},
    onSaved: onClose,
  })
  return (
    <Sheet open title={t('profile.gender')} onClose={onClose}>
      <Stack>
        <RadioList
          label={t('profile.gender')}
          hiddenLabel
          options={genders.map(value => ({ value, label: t(`profile.genders.${value}`) }))}
          value={gender}
          onChange={setGender}
        />
        <Button block busy={save.isRunning} onClick={() => void save.submit({ gender: numbers[gender] })}>
          {t('profile.save')}
        </Button>
      </Stack>
    </Sheet>
  )
}
