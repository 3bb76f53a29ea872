import type { Address } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'

/** Each has `question` and `answer` in the locale files; `to` leads to the screen that the answer talks about. */
export type Article = { id: ArticleId; section: SectionId; to?: Address; hasReceipt?: true }
type ArticleId =
  | 'withdrawal'
  | 'price'
  | 'payout'
  | 'rejected'
  | 'tradingPassword'
  | 'loginPassword'
  | 'socialAccount'
  | 'invitation'
  | 'noInvitation'
  | 'staff'
export type SectionId = 'money' | 'account' | 'safety'
/** Articles whose screen has words for its link. */
export type LinkedArticleId =
  | 'withdrawal'
  | 'price'
  | 'payout'
  | 'rejected'
  | 'tradingPassword'
  | 'loginPassword'
  | 'socialAccount'
  | 'invitation'
  | 'noInvitation'

export const sections: readonly SectionId[] = ['money', 'account', 'safety']

export const articles: readonly (Article & ({ to?: never } | { to: Address; id: LinkedArticleId }))[] = [
  { id: 'withdrawal', section: 'money', hasReceipt: true, to: appPaths.sell },
  { id: 'price', section: 'money', to: appPaths.sell },
  { id: 'payout', section: 'money', to: appPaths.adRecord },
  { id: 'rejected', section: 'money', to: appPaths.withdraw },
  { id: 'tradingPassword', section: 'money', to: appPaths.resetTradingPassword({ findType: 'mobile' }) },
  { id: 'loginPassword', section: 'account', to: appPaths.resetPassword({ findType: 'mobile' }) },
  { id: 'socialAccount', section: 'account', to: appPaths.bindAccount },
  { id: 'invitation', section: 'account', to: appPaths.invite },
  { id: 'noInvitation', section: 'account', to: appPaths.bindInvite },
  { id: 'staff', section: 'safety' },
]

/** Whether the text contains every typed word, ignoring case and accents. */
export function hasEveryWord(text: string, typed: string): boolean {
  const plain = normaliseWords(text)
  return normaliseWords(typed)
    .split(' ')
    .every(word => plain.includes(word))
}

function normaliseWords(text: string): string {
  // Marks that change Latin letters go (á → a); those of Devanagari are letters and stay.
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}
