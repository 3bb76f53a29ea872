import * as contract from '@adcoin/contract'
import { answer, type DefaultAnswer } from '../answer.ts'
import { listDaysTo } from './days.ts'

/**
 * Default answers of settings, the trading password, invitations, uploads, the inbox, push and the team.
 */
export function createProfileAnswers(): DefaultAnswer[] {
  const silent = [
    contract.setPayPassword,
    contract.changePayPassword,
    contract.resetPayPasswordMobile,
    contract.resetPayPasswordEmail,
  ]
  const currencies: Readonly<Record<string, string>> = { MX: 'MXN', ES: 'EUR', IN: 'INR' }
  return [
    answer(contract.getSetting, (_, person) => person.setting),
    answer(contract.saveSetting, (input, person) => ({
      ...person.setting,
      nick_name: input.nick_name ?? person.setting.nick_name,
      birthday: input.birthday ?? person.setting.birthday,
      gender: input.gender ?? person.setting.gender,
      time_zone: input.time_zone ?? person.setting.time_zone,
      time_zone_auto: input.time_zone_auto ?? person.setting.time_zone_auto,
      google_sign_in: input.google_sign_in ?? person.setting.google_sign_in,
    })),
    answer(contract.bindInvite, () => ({ inviter_id: 'u_inviter' })),
    answer(contract.countryCode, (_, { setting }) => ({
      country_code: setting.country_code,
      mobile_sag: setting.mobile_sag,
      currency: currencies[setting.country_code] ?? 'USD',
    })),
    ...silent.map(call => answer(call, () => ({}))),
    answer(contract.sendPayCodeMobile, (_, person) => ({
      expire_in: 300,
      resend_in: 60,
      dest_mask: person.setting.mobile ?? '',
    })),
    answer(contract.sendPayCodeEmail, (_, person) => ({
      expire_in: 300,
      resend_in: 60,
      dest_mask: person.setting.email ?? '',
    })),
    answer(contract.upload, ({ file }) => ({
      file_id: 'f_upload',
      url: '/files/f_upload',
      mime: file instanceof Blob && file.type ? file.type : 'image/png',
      bytes: file instanceof Blob ? file.size : 0,
      width: 640,
      height: 480,
    })),
    answer(contract.inboxList, () => ({
      list: [
        {
          id: '4',
          kind: 'reward_paid',
          at: '2026-03-01T09:00:00.000Z',
          is_read: false,
          amount: '12000',
          title: 'Trail bottle',
          reason: null,
          ref: 'trail-bottle',
        },
        {
          id: '3',
          kind: 'proof_rejected',
          at: '2026-02-28T09:00:00.000Z',
          is_read: true,
          amount: null,
          title: 'Trail video',
          reason: 'The video is private.',
          ref: 'trail-video',
        },
        {
          id: '2',
          kind: 'appeal_rejected',
          at: '2026-02-27T09:00:00.000Z',
          is_read: true,
          amount: null,
          title: 'Trail video',
          reason: 'The video is still private.',
          ref: 'trail-video',
        },
        {
          id: '1',
          kind: 'new_device',
          at: '2026-02-26T09:00:00.000Z',
          is_read: true,
          amount: null,
          title: 'Firefox on Linux',
          reason: null,
          ref: 'd_laptop',
        },
      ],
      next_cursor: null,
      has_more: false,
      unread: 1,
    })),
    answer(contract.inboxRead, () => ({ unread: 0 })),
    answer(contract.pushKey, () => ({ public_key: pushPublicKey })),
    answer(contract.pushState, () => ({ kinds: [] })),
    answer(contract.pushSubscribe, () => ({})),
    answer(contract.pushUnsubscribe, () => ({})),
    answer(contract.agentQuery, () => ({
      list: [
        {
          user_id: 'u_diego',
          nick_name: 'Diego',
          avatar: null,
          level: 1,
          team_num: 3,
          income: '12050',
          is_active: true,
          joined_at: '2026-01-05T10:00:00.000Z',
        },
        {
          user_id: 'u_elena',
          nick_name: null,
          avatar: null,
          level: 1,
          team_num: 0,
          income: '0',
          is_active: false,
          joined_at: '2026-02-11T10:00:00.000Z',
        },
        {
          user_id: 'u_farid',
          nick_name: 'Farid',
          avatar: null,
          level: 2,
          team_num: 0,
          income: '880',
          is_active: true,
          joined_at: '2026-03-20T10:00:00.000Z',
        },
      ],
      next_cursor: null,
      has_more: false,
      total_team_num: 3,
      receive_task_total: 2,
    })),
    answer(contract.agentState, ({ days }) => ({
      total_team_num: 3,
      active_today: 2,
      direct_num: 2,
      indirect_num: 1,
      promotion_total: '12930',
      promotion_yesterday: '450',
      receive_task_total: 2,
      growth: listDaysTo('2026-03-09', Number(days ?? 6), days ? 1 : 7).map((day, index) => ({
        day,
        team_num: Math.min(index, 3),
      })),
      ...(days && { friends }),
      time_zone: 'UTC',
    })),
  ]
}

/** A point of P-256, as a browser requires: that of the example in RFC 8291. */
const pushPublicKey = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'

/** Those of the team who joined in these days, or brought something in them. */
const friends: contract.TeamFriend[] = [
  { user_id: 'u_diego', nick_name: 'Diego', avatar: null, level: 1, income: '450', joined_day: '2026-01-05' },
  { user_id: 'u_elena', nick_name: null, avatar: null, level: 1, income: '0', joined_day: '2026-03-08' },
]
