import { Birthday, computeLatestBirthday, Nickname, type UserSetting } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import { useDraft, useFields, useSchemaForm } from '@adcoin/remote/forms'
import { defineDraft } from '@adcoin/remote/pages'
import { Button } from '@adcoin/ui'
import { DateField, List, RadioList, Row, Sheet, Stack } from '@adcoin/ui/pages'
import { useState } from 'react'
import * as v from 'valibot'
import { useT } from '../texts.ts'
import { NicknameField } from './nickname-field.tsx'
import styles from './profile.module.css'
import { useSaveProfile } from './use-save-profile.ts'

export function PersonalRows({ user }: { user: UserSetting }) {
  const t = useT()
  const [open, setOpen] = useState<'nickname' | 'birthday' | 'gender'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <List plain>
        <Row
          title={t('profile.nickname')}
          value={user.nick_name ? <bdi>{user.nick_name}</bdi> : <Add />}
          onClick={() => setOpen('nickname')}
        />
        <Row
          title={t('profile.birthday')}
          value={user.birthday ? formatDate(user.birthday, 'date') : <Add />}
          onClick={() => setOpen('birthday')}
        />
        <Row
          title={t('profile.gender')}
          value={user.gender ? t(`profile.genders.${toGender(user.gender)}`) : <Add />}
          onClick={() => setOpen('gender')}
        />
      </List>
      {open === 'nickname' && <NicknameSheet user={user} onClose={close} />}
      {open === 'birthday' && <BirthdaySheet user={user} onClose={close} />}
      {open === 'gender' && <GenderSheet user={user} onClose={close} />}
    </>
  )
}

function Add() {
  const t = useT()
  return <b className={styles.add}>{t('profile.add')}</b>
}

const Named = v.object({ nick_name: Nickname })
const nameDraft = defineDraft({
  owner: 'auth',
  name: 'nickname',
  version: 1,
  schema: v.object({ nick_name: v.string() }),
})

function NicknameSheet({ user, onClose }: { user: UserSetting; onClose: () => void }) {
  const t = useT()
  const form = useSchemaForm(Named, { nick_name: user.nick_name ?? '' })
  const field = useFields(form)
  const dropDraft = useDraft(nameDraft, form)
  const save = useSaveProfile({
    setError: form.setError,
    fields: { nick_name: 'nick_name' },
    onSaved() {
      dropDraft()
      onClose()
    },
  })
  const submit = form.handleSubmit(async values => void (await save.submit(values)))
  return (
    <Sheet open title={t('profile.nickname')} onClose={onClose}>
      <form className="ac-stack" noValidate onSubmit={event => void submit(event)}>
        <NicknameField typed={form.watch('nick_name')} autoFocus {...field('nick_name')} />
        <Button block type="submit" busy={save.isRunning}>
          {t('profile.save')}
        </Button>
      </form>
    </Sheet>
  )
}

const Born = v.object({ birthday: v.pipe(v.string(), v.minLength(1, 'required'), Birthday) })
const birthdayDraft = defineDraft({
  owner: 'auth',
  name: 'birthday',
  version: 1,
  schema: v.object({ birthday: v.string() }),
})

function BirthdaySheet({ user, onClose }: { user: UserSetting; onClose: () => void }) {
  const t = useT()
  const form = useSchemaForm(Born, { birthday: user.birthday ?? '' })
  const field = useFields(form)
  const dropDraft = useDraft(birthdayDraft, form)
  const save = useSaveProfile({
    setError: form.setError,
    fields: { birthday: 'birthday' },
    onSaved() {
      dropDraft()
      onClose()
    },
  })
  const submit = form.handleSubmit(async values => void (await save.submit(values)))
  return (
    <Sheet open title={t('profile.birthday')} onClose={onClose}>
      <form className="ac-stack" noValidate onSubmit={event => void submit(event)}>
        <DateField
          label={t('profile.birthday')}
          help={t('profile.birthdayHelp')}
          autoComplete="bday"
          min="1900-01-01"
          max={computeLatestBirthday()}
          {...field('birthday')}
        />
        <Button block type="submit" busy={save.isRunning}>
          {t('profile.save')}
        </Button>
      </form>
    </Sheet>
  )
}

const numbers = { '0': 0, '1': 1, '2': 2, '3': 3 } as const
type Gender = keyof typeof numbers
/** In the order in which they are offered: female, male, other, not given. */
const genders: readonly Gender[] = ['1', '2', '3', '0']

function toGender(value: number): Gender {
  return genders.find(gender => gender === String(value)) ?? '0'
}

function GenderSheet({ user, onClose }: { user: UserSetting; onClose: () => void }) {
  const t = useT()
  const [gender, setGender] = useState(toGender(user.gender))
  const save = useSaveProfile({ onSaved: onClose })
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
