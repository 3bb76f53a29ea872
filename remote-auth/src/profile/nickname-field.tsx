import { normaliseNickname } from '@adcoin/contract'
import { TextField, type TextFieldProps } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'

/** Names the invisible characters that are removed from the nickname. */
export function NicknameField({ typed, ...field }: Omit<TextFieldProps, 'help' | 'label'> & { typed: string }) {
  const t = useT()
  const saved = normaliseNickname(typed)
  // A joiner at the end belongs to the letter that is typed next.
  const isShortened = saved !== typed.replaceAll(/\s+/g, ' ').replace(/^ +|[ \u200c\u200d]+$/g, '')
  const leftOut = saved === '' ? t('welcome.nicknameUnseen') : t('welcome.nicknameSeen', { name: saved })
  return (
    <TextField
      label={t('welcome.nickname')}
      help={isShortened ? leftOut : t('welcome.nicknameHelp')}
      autoComplete="nickname"
      {...field}
    />
  )
}
