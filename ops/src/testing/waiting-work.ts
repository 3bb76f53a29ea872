import type {
  ListedWithdrawal,
  OperatorCommands,
  ShownPerson,
  WaitingBinding,
  WaitingSubmission,
} from '@adcoin/contract/operations'

export const reasons: OperatorCommands['reasons'] = {
  review: [
    { code: '@other_post', text: 'The link leads to another post' },
    { code: '@no_label', text: 'The advertising label is missing' },
  ],
  bind: [{ code: '@no_challenge', text: 'The text is not in the profile' }],
  withdraw: [{ code: '@wrong_name', text: 'The name does not match the account' }],
}

/** Ana's proof of a video. */
export function createProof(changes: Partial<WaitingSubmission> = {}): WaitingSubmission {
  return {
    assignment: 'a_bottle',
    title: 'Trail bottle review',
    user_id: 'u_ana',
    person_state: 'active',
    asked: {
      brief: 'Show the bottle in use.',
      steps: ['Post the video', 'Send the link'],
      disclosure: 'Put #ad first.',
      hashtag: '#ad',
      target_url: null,
    },
    kind: 3,
    reward: '12000',
    attempt: 1,
    submitted_at: '2026-03-01T10:00:00.000Z',
    video_link: 'https://www.tiktok.com/@ana.makes/video/1',
    homepage_link: null,
    username: 'ana.makes',
    platform: 'tiktok',
    account: 'ana.makes',
    files: [],
    films: [],
    ...changes,
  }
}

/** Bruno's account that waits to be linked. */
export function createBinding(changes: Partial<WaitingBinding> = {}): WaitingBinding {
  return {
    account: 'b_bruno',
    user_id: 'u_bruno',
    person_state: 'active',
    platform: 'instagram',
    username: 'bruno.cooks',
    link: 'https://www.instagram.com/bruno.cooks',
    challenge: 'adcoin-7310',
    created_at: '2026-03-01T10:00:00.000Z',
    ...changes,
  }
}

/** Ana's withdrawal of 50 Ad Coin, which waits for approval. */
export function createWithdrawal(changes: Partial<ListedWithdrawal> = {}): ListedWithdrawal {
  return {
    id: 'wd_1',
    user_id: 'u_ana',
    person_state: 'active',
    amount: '5000',
    fee: '100',
    payout: '1715',
    payout_currency: 'MXN',
    payout_scale: 2,
    status: 'awaiting_approval',
    payout_state: 'none',
    account: 'Banorte •••• 0019',
    approved_by: null,
    created_at: '2026-03-01T10:00:00.000Z',
    ...changes,
  }
}

/** Ana as operators see her. */
export function createPerson(changes: Partial<ShownPerson> = {}): ShownPerson {
  return {
    user_id: 'u_ana',
    state: 'active',
    nick_name: 'Ana',
    mobile: '+52 ••••• 4321',
    email: null,
    country: 'MX',
    language: 'es_MX',
    created_at: '2026-01-05T10:00:00.000Z',
    last_seen_at: null,
    frozen_until: null,
    trading_locked_until: null,
    amount: '128450',
    hold: '20000',
    inviter: 'u_diego',
    invited: 3,
    proofs: { passed: 14, failed: 2, waiting: 1 },
    withdrawals: { paid: 4, rejected: 1, cancelled: 2, open: 1 },
    accounts: ['@ana.makes (tiktok)'],
    ...changes,
  }
}
