import { apiCodes, taskKinds } from '@adcoin/contract'
import { six, type SixTexts } from '../settings/six-languages.ts'
import type { TaskKind } from './platforms.ts'

/** Required at the start of every post. */
export const hashtag = six('#ad', '#廣告', '#publicidade', '#विज्ञापन', '#publicidad', '#publi')

const postLine = six(
  'This is paid advertising. Put #ad at the start of the post.',
  '此為付費廣告，請於貼文開頭標示 #廣告。',
  'Isto é publicidade paga. Coloque #publicidade no início.',
  'यह सशुल्क विज्ञापन है। पोस्ट की शुरुआत में #विज्ञापन लिखें।',
  'Es publicidad pagada. Pon #publicidad al inicio.',
  'Es publicidad pagada. Pon #publi al principio.',
)
const platformLine = six(
  'Also switch on the paid partnership label of the platform.',
  '並請開啟平台的付費合作標籤。',
  'Ative também a etiqueta de parceria paga da plataforma.',
  'प्लेटफ़ॉर्म का पेड पार्टनरशिप लेबल भी चालू करें।',
  'Activa también la etiqueta de colaboración pagada de la plataforma.',
  'Activa también la etiqueta de colaboración de pago de la plataforma.',
)
const consentLine = six(
  'Only with consent. No bulk sending.',
  '僅限已同意的對象，請勿大量發送。',
  'Apenas com consentimento. Sem envios em massa.',
  'केवल सहमति के साथ। थोक में न भेजें।',
  'Solo con consentimiento. Nada de envíos masivos.',
)

/**
 * The line that a kind shows and that the person confirms: always the advertising line, then the platform's label or
 * the consent rule.
 */
export function disclosureOf(kind: TaskKind): SixTexts {
  if (kind === taskKinds.postVideo || kind === taskKinds.postImage) return joined(postLine, platformLine)
  if (kind === taskKinds.privateMessage || kind === taskKinds.group || kind === taskKinds.sms)
    return joined(postLine, consentLine)
  return postLine
}

function joined(first: SixTexts, second: SixTexts): SixTexts {
  return six(
    `${first.en_US} ${second.en_US}`,
    `${first.zh_TW}${second.zh_TW}`,
    `${first.pt_PT} ${second.pt_PT}`,
    `${first.hi_IN} ${second.hi_IN}`,
    `${first.es_MX} ${second.es_MX}`,
    `${first.es_ES} ${second.es_ES}`,
  )
}

/** Puts the hashtag at the start, as the disclosure demands; a text that has it already stays as it is. */
export function tagged(text: SixTexts): SixTexts {
  return Object.fromEntries(
    apiCodes.map(code => [code, text[code].startsWith(hashtag[code]) ? text[code] : `${hashtag[code]} ${text[code]}`]),
  ) as SixTexts
}
