import type { ExamplePicture } from '../database/schema.ts'
import { six, type SixTexts } from '../settings/six-languages.ts'
import { renditionOf } from './drawn-pictures.ts'
import type { TaskKind } from './platforms.ts'

const profilePost = six(
  'Your name, and the whole post with the hashtag at its start.',
  '看得到您的名稱與完整貼文，主題標籤在開頭。',
  'O seu nome e a publicação inteira, com a hashtag no início.',
  'आपका नाम और पूरी पोस्ट दिखे, शुरुआत में हैशटैग हो।',
  'Tu nombre y la publicación completa, con el hashtag al inicio.',
  'Tu nombre y la publicación completa, con el hashtag al principio.',
)

/** Requirements of a reviewer for each kind. */
const captions: Readonly<Record<TaskKind, SixTexts>> = {
  1: six(
    'The whole message as it was sent, with the hashtag at its start. The friend’s name is covered.',
    '看得到已傳送的完整訊息，主題標籤在開頭，好友的姓名已遮住。',
    'A mensagem inteira, tal como foi enviada, com a hashtag no início. O nome do amigo está tapado.',
    'भेजा गया पूरा संदेश दिखे, शुरुआत में हैशटैग हो। दोस्त का नाम ढका हो।',
    'El mensaje completo, tal como se envió, con el hashtag al inicio. El nombre de tu amigo está tapado.',
    'El mensaje completo, tal como se envió, con el hashtag al principio. El nombre de tu amigo está tapado.',
  ),
  2: six(
    'The whole post in the group, with the hashtag at its start and the picture below.',
    '看得到群組中的完整貼文，主題標籤在開頭，圖片在下方。',
    'A publicação inteira no grupo, com a hashtag no início e a imagem por baixo.',
    'ग्रुप में पूरी पोस्ट दिखे, शुरुआत में हैशटैग और नीचे तस्वीर हो।',
    'La publicación completa en el grupo, con el hashtag al inicio y la imagen abajo.',
    'La publicación completa en el grupo, con el hashtag al principio y la imagen debajo.',
  ),
  3: profilePost,
  4: profilePost,
  5: six(
    'Your public profile with the line and its hashtag in the description.',
    '看得到您的公開個人檔案，簡介中有這行文字與主題標籤。',
    'O seu perfil público, com a frase e a hashtag na descrição.',
    'आपकी सार्वजनिक प्रोफ़ाइल दिखे, विवरण में पंक्ति और हैशटैग हो।',
    'Tu perfil público, con la frase y su hashtag en la descripción.',
  ),
  6: six(
    'Your public profile with the campaign link and the hashtag beside it.',
    '看得到您的公開個人檔案，活動連結旁有主題標籤。',
    'O seu perfil público, com a ligação da campanha e a hashtag ao lado.',
    'आपकी सार्वजनिक प्रोफ़ाइल दिखे, अभियान लिंक के पास हैशटैग हो।',
    'Tu perfil público, con el enlace de la campaña y el hashtag a un lado.',
    'Tu perfil público, con el enlace de la campaña y el hashtag al lado.',
  ),
  7: six(
    'The whole text as it was sent, with the hashtag at its start. The number is covered.',
    '看得到已傳送的完整簡訊，主題標籤在開頭，號碼已遮住。',
    'O SMS inteiro, tal como foi enviado, com a hashtag no início. O número está tapado.',
    'भेजा गया पूरा SMS दिखे, शुरुआत में हैशटैग हो। नंबर ढका हो।',
    'El SMS completo, tal como se envió, con el hashtag al inicio. El número está tapado.',
    'El SMS completo, tal como se envió, con el hashtag al principio. El número está tapado.',
  ),
}

/** The drawing of good proof of a kind, for every task that brings no example of its own. */
export function proofExampleOf(kind: TaskKind): ExamplePicture {
  return { picture: renditionOf(`proof-${kind}`, 'example'), caption: captions[kind] }
}
