import { six, type SixTexts } from '../../settings/six-languages.ts'
import type { TaskKind } from '../../catalogue/platforms.ts'

/** Names of prepared material that more than one task uses. */
export const labels = {
  message: six('Suggested message', '建議訊息', 'Mensagem sugerida', 'सुझाया गया संदेश', 'Mensaje sugerido'),
  shortMessage: six('Shorter version', '精簡版', 'Versão mais curta', 'छोटा संस्करण', 'Versión más corta'),
  caption: six(
    'Suggested caption',
    '建議貼文文字',
    'Legenda sugerida',
    'सुझाया गया कैप्शन',
    'Texto sugerido para la publicación',
  ),
  talkingPoints: six('What to say', '口播重點', 'O que dizer', 'क्या कहें', 'Qué decir'),
  profileLine: six(
    'Line for your profile',
    '個人簡介文字',
    'Frase para o perfil',
    'प्रोफ़ाइल के लिए पंक्ति',
    'Frase para tu perfil',
  ),
  picture: six('Product picture', '產品圖片', 'Imagem do produto', 'उत्पाद की तस्वीर', 'Imagen del producto'),
  poster: six('Event poster', '活動海報', 'Cartaz do evento', 'कार्यक्रम का पोस्टर', 'Cartel del evento'),
  sampleClip: six('Sample clip', '範例影片', 'Vídeo de exemplo', 'नमूना क्लिप', 'Video de ejemplo', 'Vídeo de ejemplo'),
  campaignLink: six('Campaign link', '活動連結', 'Ligação da campanha', 'अभियान लिंक', 'Enlace de la campaña'),
} as const

/**
 * `copy`: `text` opens with the hashtag, which is added when it is planted. `fileName` names a
 * drawing of `pictures.ts` or a film of the catalogue's `media/`.
 */
export type MaterialRow =
  | {
      readonly key: string
      readonly kind: 'copy'
      readonly label: SixTexts
      readonly text: SixTexts
      readonly isTagged: boolean
    }
  | { readonly key: string; readonly kind: 'image' | 'video'; readonly label: SixTexts; readonly fileName: string }
  | { readonly key: string; readonly kind: 'link'; readonly label: SixTexts; readonly url: string }

/** One demo task of every day. `reward` in Ad Coin minor units. Brands are invented. Source: reference-api.md 4. */
export type TaskRow = {
  readonly code: string
  readonly kind: TaskKind
  readonly icon: string
  readonly reward: bigint
  readonly minutes: number
  readonly quotaDay: number
  /** At most some 30 letters, so that a row of a list holds it in one line. */
  readonly title: SixTexts
  /** Describes its drawing: `task-drawings.ts` has one of the same code. */
  readonly alt: SixTexts
  readonly brief: SixTexts
  readonly steps: readonly SixTexts[]
  readonly materials: readonly MaterialRow[]
  readonly targetUrl: string | null
  readonly example: SixTexts | null
}
