import { six } from '../../settings/six-languages.ts'

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
