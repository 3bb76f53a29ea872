import type { ApiCode } from '@adcoin/contract'

/** A word that people must not read: the glossary (`docs/glossary.md`) has another for the same thing. */
type Forbidden = { readonly word: RegExp; readonly instead: string }

/**
 * Objections of a language's glossary and typography to a text.
 *
 * @returns sentences that end with a full stop; empty if there is nothing
 */
export function findWordProblems(code: ApiCode, text: string): readonly string[] {
  const words = text.replace(/https?:\S+|\S+@\S+/g, ' ')
  const marks = code === 'zh_TW' ? halfWidth.exec(words)?.[0] : undefined
  const space = code === 'zh_TW' && needless.test(text.replaceAll(/https?:\S+/g, '…'))
  const readable = words.replace(/\{\{[^}]*\}\}/g, ' ')
  const script = Object.entries(scripts).find(([owner, letters]) => owner !== code && letters.test(readable))?.[0]
  return [
    ...(script === undefined ? [] : [`has letters of ${script}.json.`]),
    ...(marks === undefined ? [] : [`has "${marks}": Chinese has full-width marks.`]),
    ...(space ? ['has a space after a full-width mark or between characters: Chinese has none there.'] : []),
    ...(forbidden[code] ?? []).flatMap(({ word, instead }) => {
      const found = word.exec(readable)?.[0]
      return found === undefined ? [] : [`has "${found}"; the glossary has: ${instead}.`]
    }),
  ]
}

/** The languages that have letters of their own. */
const scripts = { hi_IN: /\p{Script=Devanagari}/u, zh_TW: /\p{Script=Han}/u } as const

/** Ends of words by Unicode: `\b` knows Latin letters only. */
const matchWholeWord = (word: string) => new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${word})(?![\p{L}\p{M}])`, 'iu')

const spanish: readonly Forbidden[] = [
  { word: matchWholeWord('\\p{L}*[ãõç]\\p{L}*|uma|com|sua|seu|pelo|pela'), instead: 'Spanish; this is Portuguese' },
  { word: matchWholeWord('tarifas?'), instead: 'comisión' },
  { word: matchWholeWord('tasas?'), instead: 'tipo de cambio' },
]

/** Per language: what was once mixed, so that it stays apart. */
const forbidden: Readonly<Partial<Record<ApiCode, readonly Forbidden[]>>> = {
  en_US: [
    { word: matchWholeWord('(?:un|re)?bind|bound|unbound|binding(?! failed)'), instead: 'link' },
    { word: matchWholeWord('(?:share|promotion) income|team earnings|bonus'), instead: 'team income' },
  ],
  zh_TW: [
    { word: /提現/u, instead: '提領' },
    { word: /分享收入|推廣收入|獎金/u, instead: '團隊收入' },
  ],
  pt_PT: [
    { word: matchWholeWord('\\p{L}*ñ\\p{L}*|el|los|una|y|del|con|hay|muy'), instead: 'Portuguese; this is Spanish' },
    { word: /[¿¡]/u, instead: 'Portuguese; this is Spanish' },
    { word: matchWholeWord('taxas?'), instead: 'comissão, or câmbio for a rate' },
    { word: matchWholeWord('você|vocês'), instead: 'the verb without a pronoun' },
    { word: matchWholeWord('links?'), instead: 'ligação' },
    { word: matchWholeWord('redefin\\p{L}*'), instead: 'repor' },
    { word: matchWholeWord('montantes?'), instead: 'valor' },
  ],
  hi_IN: [
    { word: /निमंत्र/u, instead: 'आमंत्रण' },
    { word: matchWholeWord('कार्य'), instead: 'काम' },
    { word: matchWholeWord('उपनाम'), instead: 'निकनेम' },
    { word: matchWholeWord('सबूत'), instead: 'प्रमाण' },
    { word: matchWholeWord('मित्र'), instead: 'दोस्त' },
    { word: /शेयर आय|प्रचार आय/u, instead: 'टीम से आय' },
  ],
  es_MX: [...spanish, { word: matchWholeWord('móvil|importes?|vídeos?'), instead: 'celular, monto, video' }],
  es_ES: [...spanish, { word: matchWholeWord('celular|montos?|videos?'), instead: 'móvil, importe, vídeo' }],
}

/** Chinese is set with full-width marks: a half-width one after a character is a slip of the keyboard. */
const halfWidth = /[\p{Script=Han}」）}][,;:!?]/u
/** Spaces are only beside figures and other scripts; a full-width mark brings its own. */
const needless = /[，。：；！？、」）] |(?<=\p{Script=Han}) (?=\p{Script=Han})/u
