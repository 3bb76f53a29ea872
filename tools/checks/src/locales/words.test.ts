import { expect, test } from 'vitest'
import { findWordProblems } from './words.ts'

test.each([
  ['en_US', 'Unbind', 'link'],
  ['en_US', 'The bound account', 'link'],
  ['en_US', 'Share income, total', 'team income'],
  ['zh_TW', '暫停提現', '提領'],
  ['pt_PT', 'Taxa de levantamento', 'comissão'],
  ['pt_PT', 'Só você vê', 'without a pronoun'],
  ['hi_IN', 'निमंत्रण कोड', 'आमंत्रण'],
  ['hi_IN', 'यह कार्य लें', 'काम'],
  ['es_MX', 'La tarifa', 'comisión'],
  ['es_MX', 'El vídeo', 'video'],
  ['es_ES', 'El monto', 'importe'],
  ['pt_PT', 'Vende hoy y cobra', 'this is Spanish'],
  ['pt_PT', '¡Listo!', 'this is Spanish'],
  ['es_MX', 'Vender com calma', 'this is Portuguese'],
  ['zh_TW', 'आज', 'letters of hi_IN'],
] as const)('%s: "%s" is refused with the remedy', (code, text, instead) => {
  expect(findWordProblems(code, text)).toEqual([expect.stringContaining(instead)])
})

test.each([
  ['en_US', 'Binding Failed'],
  ['en_US', 'An extra {{bonus}}, boundless'],
  ['hi_IN', 'कार्यक्रम का पोस्टर'],
  ['pt_PT', 'Ligação: https://example.com/link'],
  ['es_MX', 'Inmóvil'],
  ['es_ES', 'Videojuego'],
] as const)('%s: "%s" passes: the word is part of another, a placeholder, an address, or asked for', (code, text) => {
  expect(findWordProblems(code, text)).toEqual([])
})

test.each(['已變更,請', '金額;請', '驗證碼:{{code}}', '好!', '嗎?', '（共 3 項）,'])(
  '"%s": a half-width mark after Chinese is refused',
  text => {
    expect(findWordProblems('zh_TW', text)).toEqual([expect.stringContaining('full-width')])
    expect(findWordProblems('pt_PT', text)).toEqual(['has letters of zh_TW.json.'])
  },
)

test.each(['審核中。 通常', '您好， Ana', '今天 清晨', '「帳戶」 已移除'])(
  '"%s": a space where Chinese has none is refused',
  text => {
    expect(findWordProblems('zh_TW', text)).toEqual([expect.stringContaining('has a space')])
    expect(findWordProblems('en_US', text)).toEqual(['has letters of zh_TW.json.'])
  },
)

test.each(['已變更，請', '1,284.50 元', 'JPG, PNG 圖片', '{{account}}：10:30', '銀行帳戶 (ACH)'])(
  '"%s" passes',
  text => {
    expect(findWordProblems('zh_TW', text)).toEqual([])
  },
)
