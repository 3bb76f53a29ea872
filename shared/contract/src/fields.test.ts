import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import {
  toAsciiDigits,
  Birthday,
  Email,
  countGraphemes,
  InviteCode,
  WebLink,
  VideoLink,
  parseLink,
  Mobile,
  MobileSag,
  Nickname,
  normalisePassword,
  Password,
  PasswordAttempt,
  parseVerifyCode,
  VerifyCode,
} from './index.ts'

/** What a schema makes of an input: its output, or the key of what is wrong. */
function read(schema: v.GenericSchema, input: unknown): unknown {
  const parsed = v.safeParse(schema, input)
  return parsed.success ? parsed.output : { wrong: parsed.issues[0].message }
}
const wrong = (key: string) => ({ wrong: key })
const notText = [['1234'], 1234, { $ne: null }, null, undefined, true]

describe('digits', () => {
  it('of any script become ASCII, and nothing else changes', () => {
    expect(toAsciiDigits('९८७६५४३२१०')).toBe('9876543210')
    expect(toAsciiDigits('１２３ ٠١٢ ০১২ ꧑꧒ 𝟗𝟘')).toBe('123 012 012 12 90')
    expect(toAsciiDigits('a-b é ½ ² Ⅷ')).toBe('a-b é ½ ² Ⅷ')
  })

  it('of every script that Unicode knows are read as their own value', () => {
    for (let point = 0; point < 0x20000; point += 1) {
      const character = String.fromCodePoint(point)
      if (!/\p{Nd}/u.test(character)) continue
      // Unicode keeps each script's ten digits together and in order.
      const value = toAsciiDigits(character)
      expect(value).toMatch(/^[0-9]$/)
      if (value !== '9') expect(toAsciiDigits(String.fromCodePoint(point + 1))).toBe(String(Number(value) + 1))
    }
  })
})

describe('a phone number (bad-inputs.md 4.1)', () => {
  it('is passed on as typed, but not empty, enormous or something else than text', () => {
    expect(read(Mobile, '+1 (555) 123‑4567')).toBe('+1 (555) 123‑4567')
    expect(read(Mobile, '')).toEqual(wrong('required'))
    expect(read(Mobile, '5'.repeat(61))).toEqual(wrong('mobile_invalid'))
    for (const input of notText) expect(read(Mobile, input)).toEqual(wrong('required'))
  })

  it('has a region like +52', () => {
    expect(read(MobileSag, '+52')).toBe('+52')
    for (const input of ['52', '+0', '+12345', '+', '+5a', ' +52'])
      expect(read(MobileSag, input)).toEqual(wrong('region_unsupported'))
  })
})

describe('an e-mail (bad-inputs.md 4.2)', () => {
  it('is trimmed and lower-cased', () => {
    expect(read(Email, '\tAna.Lopez+ads@Mail.Example ')).toBe('ana.lopez+ads@mail.example')
    expect(read(Email, '\u2066ana\u200b@mail\u00ad.example\u2069')).toBe('ana@mail.example')
  })

  it.each([
    'abc',
    'a@',
    'a@b.c',
    '"a b"@c.com',
    'a@[127.0.0.1]',
    'ü@exämple.com',
    'a@b.com\r\nBcc: x@y.z',
    'a@b.com,c@d.com',
    'a@b..com',
    'a..b@c.com',
    'a@-b.com',
    '<svg onload=alert(1)>@b.com',
    `${'a'.repeat(65)}@b.com`,
  ])('is refused as %j', input => expect(read(Email, input)).toEqual(wrong('email_invalid')))

  it('may have 64 characters before the @ and 255 in all, not one more', () => {
    const domain = (length: number) =>
      `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(length - 187)}.com`
    expect(read(Email, `${'a'.repeat(64)}@${domain(190)}`)).toHaveLength(255)
    expect(read(Email, `${'a'.repeat(64)}@${domain(191)}`)).toEqual(wrong('email_invalid'))
    expect(read(Email, '')).toEqual(wrong('required'))
    expect(read(Email, '   ')).toEqual(wrong('required'))
  })

  it.each([['a'.repeat(10_000)], [`${'a.'.repeat(140)}@`], [`a@${'a.'.repeat(140)}`], [`a@${'a-'.repeat(140)}`]])(
    'is judged within 5 ms however it is built to be slow (%#)',
    input => {
      const times = Array.from({ length: 5 }, () => {
        const started = performance.now()
        expect(read(Email, input)).toEqual(wrong('email_invalid'))
        return performance.now() - started
      })
      // The best of five: a busy machine is not a slow rule.
      expect(Math.min(...times)).toBeLessThan(5)
    },
  )
})

describe('a password (bad-inputs.md 4.3)', () => {
  it('has 6 to 128 characters as a person counts them, and is never cut or changed', () => {
    expect(read(Password, '123456')).toBe('123456')
    expect(read(Password, '12345')).toEqual(wrong('pwd_short'))
    expect(read(Password, '😀😀😀😀😀')).toEqual(wrong('pwd_short'))
    expect(read(Password, '😀'.repeat(128))).toBe('😀'.repeat(128))
    expect(read(Password, 'x'.repeat(129))).toEqual(wrong('pwd_long'))
    expect(read(Password, 'x'.repeat(1_000_000))).toEqual(wrong('pwd_long'))
    expect(read(Password, '  a\u0000b  ')).toBe('  a\u0000b  ')
    for (const input of notText) expect(read(Password, input)).toEqual(wrong('required'))
  })

  it('that is tried against a stored one may be any that ever was allowed', () => {
    expect(read(PasswordAttempt, '1')).toBe('1')
    expect(read(PasswordAttempt, '')).toEqual(wrong('required'))
  })

  it('is the same from two keyboards', () => {
    expect(normalisePassword('cafe\u0301s')).toBe(normalisePassword('caf\u00e9s'))
  })
})

describe('a code (bad-inputs.md 4.4)', () => {
  it.each(['1234', '１２３４', '१२३४', '12-34', 'Your code is 1234.', '@adcoin.example #1234'])(
    'is read from %j',
    text => expect(read(VerifyCode, text)).toBe('1234'),
  )

  it.each(['123', '12345', '12a4', '', 'code', 'Your codes are 1234 and 5678', '1234567', '1.234'])(
    'is refused as %j',
    text => expect(read(VerifyCode, text)).toEqual(wrong('code_wrong')),
  )

  it('is text, nothing that could be turned into it', () => {
    for (const input of notText) expect(read(VerifyCode, input)).toEqual(wrong('required'))
    expect(read(VerifyCode, '1'.repeat(501))).toEqual(wrong('code_wrong'))
  })

  it('keeps what is typed so far', () => {
    expect([parseVerifyCode(''), parseVerifyCode('1 2'), parseVerifyCode('१२')]).toEqual(['', '12', '12'])
  })

  it('never comes out of other text as anything but itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const answer = read(VerifyCode, text)
        if (typeof answer === 'string') expect(toAsciiDigits(text).replace(/[^0-9]/g, '')).toContain(answer)
      }),
    )
  })
})

describe("an inviter's code", () => {
  it.each([
    ['888888', '888888'],
    ['８８８８８８', '888888'],
    [' 888 888 ', '888888'],
    ['ana2026', 'ANA2026'],
    ['\u200b88\u200e8888', '888888'],
    ['ａｎａ２０２６', 'ANA2026'],
  ])('%j is %s', (text, code) => expect(read(InviteCode, text)).toBe(code))
  it.each(['', '123', '../..', '<b>888888</b>', 'x'.repeat(17), 'x'.repeat(4096), '888_888', 'ÀNA2026', '88%00'])(
    '%j is none',
    text => expect(read(InviteCode, text)).toEqual(wrong('invite_unknown')),
  )
})

describe('a nickname', () => {
  it('is counted in what a person calls characters', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(countGraphemes(family)).toBe(1)
    expect(read(Nickname, family.repeat(20))).toBe(family.repeat(20))
    expect(read(Nickname, 'x'.repeat(20))).toBe('x'.repeat(20))
    expect(read(Nickname, 'x'.repeat(21))).toEqual(wrong('too_long'))
    expect(read(Nickname, 'नमस्ते दुनिया')).toBe('नमस्ते दुनिया')
  })

  it('loses controls, direction overrides and needless spaces', () => {
    expect(read(Nickname, '\u202eAna\u200f  \t López\u0000 ')).toBe('Ana López')
    expect(read(Nickname, ' \u202e\u0007 ')).toEqual(wrong('required'))
  })

  it.each([
    ['an\u200ba', 'zero width space'],
    ['\u3164ana\u3164', 'Hangul filler'],
    ['a\u2060na\ufeff', 'word joiner, byte order mark'],
    ['a\u200dna\u200c', 'joiners that join nothing'],
    ['\ufe0fana', 'a selector that selects nothing'],
  ])('%j loses invisible characters (%s), and is empty if it has no others', text => {
    expect(read(Nickname, text)).toBe('ana')
    expect(read(Nickname, text.replace(/[an]/g, ''))).toEqual(wrong('required'))
  })

  it.each(['👩‍💻 Ana', '❤️ Ana', 'क्‍ष', 'می‌خواهم', '👍🏽'])('%s keeps the joiners that it is made of', text =>
    expect(read(Nickname, text)).toBe(text),
  )

  it('is refused with a tower of marks, and not with those that languages write', () => {
    expect(read(Nickname, `Ana${'\u0301'.repeat(200)}`)).toEqual(wrong('invalid'))
    expect(read(Nickname, `Z${'\u0336\u0334'.repeat(4)}algo`)).toEqual(wrong('invalid'))
    for (const name of ['Nguyễn Ánh', 'ผู้ใหญ่', 'क्षत्रिय', 'שָׁלוֹם']) expect(read(Nickname, name)).toBe(name)
  })

  it.each(['<script>', '{{7*7}}', 'javascript:', 'null', '__proto__'])('may be %s: it is text', text =>
    expect(read(Nickname, text)).toBe(text),
  )
})

describe('a birthday', () => {
  it.each(['2000-02-29', '1900-01-01', '1998-12-31'])('may be %s', day => expect(read(Birthday, day)).toBe(day))
  it.each([
    '2023-02-29',
    '0000-00-00',
    '1899-12-31',
    '01/02/2000',
    '2000-02-29T00:00:00Z',
    '2999-01-01',
    '',
    '２０００-01-01',
  ])('cannot be %j', day => expect(read(Birthday, day)).toEqual(wrong('invalid')))

  it('is that of a person of 18 wherever that day has begun, and of no younger person', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T09:59:59Z') })
    expect([read(Birthday, '2008-01-01'), read(Birthday, '2008-01-02')]).toEqual(['2008-01-01', wrong('too_young')])
    expect([read(Birthday, '2026-01-01'), read(Birthday, '2026-01-02')]).toEqual([wrong('too_young'), wrong('invalid')])
    vi.setSystemTime(new Date('2026-01-01T10:00:00Z'))
    expect(read(Birthday, '2008-01-02')).toBe('2008-01-02')
    vi.useRealTimers()
  })

  it.each([
    ['2026-02-27T12:00:00Z', 'too_young'],
    ['2026-02-28T12:00:00Z', '2008-02-29'],
  ])('of 29 February counts on 1 March, where that is: %s', (now, birthday) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    expect([wrong(birthday), birthday]).toContainEqual(read(Birthday, '2008-02-29'))
    vi.useRealTimers()
  })

  it('is the same day in every time zone', () => {
    const kept = process.env['TZ']
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata', 'America/Mexico_City', 'UTC']) {
      process.env['TZ'] = zone
      expect(read(Birthday, '2000-02-29')).toBe('2000-02-29')
    }
    process.env['TZ'] = kept ?? ''
  })
})

describe('a link (bad-inputs.md 4.6)', () => {
  it.each([
    ['https://www.tiktok.com/@ana/video/1', 'https://www.tiktok.com/@ana/video/1'],
    ['  http://tiktok.com/@ana ', 'https://tiktok.com/@ana'],
    ['HTTPS://TikTok.com/@Ana?x=1#y', 'https://tiktok.com/@Ana?x=1#y'],
    ['https://аррӏе.com', 'https://xn--80ak6aa92e.com/'],
    ['http://tiktok.com:80/@ana', 'https://tiktok.com/@ana'],
  ])('%j is understood as %s', (text, address) => expect(read(WebLink, text)).toBe(address))

  it.each([
    'javascript:alert(1)',
    'JaVa\tScript:alert(1)',
    '//evil.com',
    '/\\evil.com',
    'https:evil.com',
    'data:text/html,x',
    'https://user:secret@good.com',
    'https://good.com@evil.com',
    'https://localhost/x',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://a.com\nhttps://b.com',
    'https://',
    'ftp://a.com/x',
    'https://a.com\u202e/x',
    'https://a.b',
  ])('%j is refused', text => expect(read(WebLink, text)).toEqual(wrong('link_invalid')))

  it('is judged by the host that the parser found', () => {
    expect(read(VideoLink, 'https://www.tiktok.com/')).toEqual(wrong('link_invalid'))
    expect(read(VideoLink, 'https://youtu.be/x')).toBe('https://youtu.be/x')
    expect(read(WebLink, 'https://good.com%2eevil.com')).toBe('https://good.com.evil.com/')
  })

  it('has at most 2,048 characters', () => {
    const link = (length: number) => `https://a.com/${'x'.repeat(length - 14)}`
    expect(read(WebLink, link(2048))).toHaveLength(2048)
    expect([read(WebLink, link(2049)), read(WebLink, link(20_000))]).toEqual([wrong('too_long'), wrong('too_long')])
  })

  it('of every address on the web is taken, as https', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), address => {
        const expected = new URL(address)
        expected.protocol = 'https:'
        expect(parseLink(address)).toBe(expected.href)
      }),
    )
  })

  it('of an address that hides where it leads is refused, whatever it is built of', () => {
    const name = fc.stringMatching(/^[a-z0-9]{1,12}$/)
    const hiding = fc.oneof(
      fc.tuple(name, fc.domain()).map(([user, host]) => `https://${user}@${host}/`),
      fc.tuple(name, name, fc.domain()).map(([user, secret, host]) => `https://${user}:${secret}@${host}/`),
      fc.ipV4().map(host => `https://${host}/`),
      fc.ipV6().map(host => `https://[${host}]/`),
      name.map(host => `https://${host}/`),
      fc
        .tuple(fc.domain(), fc.constantFrom(' ', '\t', '\n', '\u0000', '\u2003'))
        .map(([host, mark]) => `https://${host}/${mark}x`),
      fc.tuple(fc.constantFrom('javascript:', 'data:', 'ftp://', '//', ''), fc.domain()).map(parts => parts.join('')),
    )
    fc.assert(
      fc.property(hiding, address => {
        expect(parseLink(address)).toBeUndefined()
      }),
    )
  })
})
