import * as contract from '@adcoin/contract'
import { answer, type DefaultAnswer } from '../answer.ts'
import { inMinutes } from '../people.ts'

/**
 * Default answers of signing in, registration, passwords, devices and the launch.
 */
export function createAccountAnswers(): DefaultAnswer[] {
  const sent = { expire_in: 300, resend_in: 60 }
  const ticket = { verify_ticket: 'ticket-0123456789abcdef', expire_in: 600 }
  const codes = [
    contract.sendRegisterCodeMobile,
    contract.sendRegisterCodeEmail,
    contract.sendResetCodeMobile,
    contract.sendResetCodeEmail,
    contract.sendContactCodeMobile,
    contract.sendContactCodeEmail,
  ]
  const verifications = [
    contract.registerVerifyMobile,
    contract.registerVerifyEmail,
    contract.resetVerifyMobile,
    contract.resetVerifyEmail,
    contract.proveOwner,
  ]
  const logins = [contract.loginMobile, contract.loginEmail, contract.loginOauth, contract.loginPasskey]
  const challenge = { challenge: 'Y2hhbGxlbmdl', rp_id: 'localhost' }
  const passkey = {
    id: 'p_phone',
    user_agent: 'Chrome on Android',
    created_at: inMinutes(-90),
    last_used_at: null,
    confirms_from: inMinutes(1350),
  }
  const created = [contract.setPasswordMobile, contract.setPasswordEmail]
  const silent = [
    contract.resetPasswordMobile,
    contract.resetPasswordEmail,
    contract.changePassword,
    contract.logout,
    contract.endDevice,
    contract.refuseDevice,
    contract.removePasskey,
    contract.changeContactMobile,
    contract.changeContactEmail,
    contract.deleteAccount,
    contract.reportHealth,
    contract.reportVisits,
  ]
  return [
    answer(contract.about, () => ({
      company: { name: 'Muster GmbH', address: 'Musterweg 1, 10115 Berlin', contact: 'hello@example.com' },
      support_hours: 'Mon to Fri, 9 to 17',
      support_email: 'help@example.com',
      pay_within_hours: 24,
      figures: { paid: { count: 1284, median_minutes: 312 }, reviewed: 15_320 },
      example: {
        amount: '80000',
        fee: '1600',
        fee_bps: 200,
        scale: 2,
        worth: '14400',
        payout: '14112',
        payout_currency: 'MXN',
        payout_scale: 2,
        task: { title: 'Leafy in a story', minutes: 10, picture: null },
      },
    })),
    answer(contract.legalText, ({ page }) => ({
      is_default: true,
      language: 'en_US' as const,
      blocks: [
        { kind: 'text' as const, text: `The ${page} of a test.` },
        { kind: 'heading' as const, text: 'Tasks' },
        { kind: 'point' as const, text: 'A reward is shown before.' },
        { kind: 'point' as const, text: 'It is paid after.' },
      ],
    })),
    answer(contract.exportData, (_, { setting }) => ({ profile: { user_id: setting.user_id } })),
    answer(contract.deletionState, () => ({ amount: '0', open_withdrawals: 0, open_reviews: 0 })),
    answer(contract.sendOwnCode, (_, { setting }) => ({ ...sent, dest_mask: setting.mobile ?? setting.email ?? '' })),
    answer(contract.supportRegion, () => [
      {
        region: 'MX',
        country_code: 'MX',
        name: 'Mexico',
        mobile_sag: '+52',
        mobile_regex: '^[0-9]{10}$',
        example: '55 1234 5678',
        currency: 'MXN',
        icon: '🇲🇽',
      },
      {
        region: 'ES',
        country_code: 'ES',
        name: 'Spain',
        mobile_sag: '+34',
        mobile_regex: '^[0-9]{9}$',
        example: '612 34 56 78',
        currency: 'EUR',
        icon: '🇪🇸',
      },
      {
        region: 'IN',
        country_code: 'IN',
        name: 'India',
        mobile_sag: '+91',
        mobile_regex: '^[0-9]{10}$',
        example: '98765 43210',
        currency: 'INR',
        icon: '🇮🇳',
      },
    ]),
    ...codes.map(call => answer(call, () => sent)),
    ...verifications.map(call => answer(call, () => ticket)),
    ...logins.map(call => answer(call, (_, person) => person.login)),
    ...created.map(call => answer(call, (_, person) => ({ ...person.login, is_new: true }))),
    ...silent.map(call => answer(call, () => ({}))),
    answer(contract.devices, () => ({
      list: [
        {
          id: 'd_phone',
          user_agent: 'Chrome on Android',
          login_type: 'mobile',
          created_at: inMinutes(-90),
          last_seen_at: inMinutes(0),
          is_current: true,
        },
        {
          id: 'd_laptop',
          user_agent: 'Firefox on Linux',
          login_type: 'email',
          created_at: inMinutes(-9000),
          last_seen_at: inMinutes(-600),
          is_current: false,
        },
      ],
    })),
    answer(contract.passkeys, () => ({ list: [passkey] })),
    answer(contract.passkeyToAdd, () => ({ ...challenge, user_handle: 'YW5h', name: '+52 ••••• 4321', exclude: [] })),
    answer(contract.addPasskey, () => ({ ...passkey, id: 'p_new', created_at: inMinutes(0) })),
    answer(contract.passkeyToLogin, () => challenge),
    answer(contract.passkeyToWithdraw, () => ({ ...challenge, allow: ['cGFzc2tleQ'] })),
    answer(contract.launch, () => ({
      claims: [
        { key: 'views', value: '100M+', text: 'single-video views' },
        { key: 'influencers', value: '2000+', text: 'millionaire influencers' },
        { key: 'years', value: '7', text: 'years of incubation' },
      ],
      fallback_invite_code: contract.officialInviteCode,
      oauth: {
        google: {
          client_id: 'test-client',
          authorization_endpoint: 'http://localhost:4399/authorize',
          scope: 'openid email',
        },
      },
      download: { ios: null, android: null, h5: null },
      languages: contract.languages.map(({ api_code, tag, title }) => ({ api_code, title, value: tag, icon: '' })),
      bind_rules: { min_fans: 100, min_reg_days: 30 },
      notice: [],
      share: { url: 'http://localhost:8080/register', image: null },
    })),
    answer(contract.customerServiceLink, (_, person) => person.setting.customer_service_link),
  ]
}
