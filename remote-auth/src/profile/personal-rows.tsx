import type { UserSetting } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import { List, Row } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { BirthdaySheet } from './birthday-sheet.tsx'
import { GenderSheet } from './gender-sheet.tsx'
import { genderOf } from './genders.ts'
import { NicknameSheet } from './nickname-sheet.tsx'
import styles from './profile.module.css'

/** What the person says about themselves; each row opens its sheet. */
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
          chevron
          onClick={() => setOpen('nickname')}
        />
        <Row
          title={t('profile.birthday')}
          value={user.birthday ? formatDate(user.birthday, 'date') : <Add />}
          chevron
          onClick={() => setOpen('birthday')}
        />
        <Row
          title={t('profile.gender')}
          value={user.gender ? t(`profile.genders.${genderOf(user.gender)}`) : <Add />}
          chevron
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
