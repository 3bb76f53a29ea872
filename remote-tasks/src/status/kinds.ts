import { taskKinds } from '@adcoin/contract'
import type { IconName } from '@adcoin/ui'

export const kindNumbers = [3, 4, 5, 6, 2, 7, 1] as const

const icons: Record<number, IconName> = {
  [taskKinds.privateMessage]: 'msg',
  [taskKinds.group]: 'group',
  [taskKinds.postVideo]: 'video',
  [taskKinds.postImage]: 'image',
  [taskKinds.editDescription]: 'text',
  [taskKinds.editLink]: 'link',
  [taskKinds.sms]: 'sms',
}

export function kindIcon(kind: number): IconName {
  return icons[kind] ?? 'tasks'
}

export function kindKey(kind: number): 1 | 2 | 3 | 4 | 5 | 6 | 7 | 'other' {
  return kindNumbers.find(known => known === kind) ?? 'other'
}
