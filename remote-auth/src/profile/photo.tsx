import type { UserSetting } from '@adcoin/contract'
import { TextLink } from '@adcoin/ui'
import { Avatar } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { PhotoSheet } from './photo-sheet.tsx'
import styles from './profile.module.css'

export function Photo({ user }: { user: UserSetting }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.photo}>
      <Avatar size="large" name={user.nick_name ?? user.user_id} src={user.avatar} />
      <TextLink onClick={() => setOpen(true)}>{t('profile.changePhoto')}</TextLink>
      {isOpen && <PhotoSheet onClose={() => setOpen(false)} />}
    </div>
  )
}
