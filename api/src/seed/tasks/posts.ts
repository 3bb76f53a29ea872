import { sameEverywhere, six } from '../six-languages.ts'
import { labels } from './labels.ts'
import type { TaskRow } from './task-row.ts'

/** Kinds 3 and 4: a video or a picture on the person's own account. */
export const postTasks: readonly TaskRow[] = [
  {
    code: 'trail-video', kind: 3, icon: 'video', reward: 80_000n, minutes: 45, quotaDay: 2_000, targetUrl: 'https://example.com/trail',
    title: six(
      'Make a 30-second review of the Trail bottle', '拍攝 30 秒 Trail 水壺開箱', 'Faça uma análise de 30 segundos da garrafa Trail', 'Trail बोतल की 30 सेकंड की समीक्षा बनाएं', 'Haz una reseña de 30 segundos de la botella Trail',
    ),
    brief: six(
      'Show in a vertical video how you use a bottle on an ordinary day, and say honestly what you think of the Trail design.',
      '用直式影片呈現您日常使用水壺的樣子,並誠實說出您對 Trail 設計的看法。',
      'Mostre num vídeo vertical como usa uma garrafa num dia normal e diga com franqueza o que pensa do design da Trail.',
      'वर्टिकल वीडियो में दिखाएँ कि आप आम दिन में बोतल कैसे इस्तेमाल करते हैं, और Trail के डिज़ाइन पर ईमानदार राय दें।',
      'Muestra en un video vertical cómo usas una botella en un día normal y di con honestidad qué opinas del diseño de Trail.',
      'Muestra en un vídeo vertical cómo usas una botella en un día normal y di con sinceridad qué opinas del diseño de Trail.',
    ),
    steps: [
      six('Record a vertical video of about 30 seconds.', '拍攝約 30 秒的直式影片。', 'Grave um vídeo vertical de cerca de 30 segundos.', 'लगभग 30 सेकंड का वर्टिकल वीडियो रिकॉर्ड करें।', 'Graba un video vertical de unos 30 segundos.', 'Graba un vídeo vertical de unos 30 segundos.'),
      six('Add the caption, with the hashtag at its start.', '加上貼文文字,並以主題標籤開頭。', 'Junte a legenda, com a hashtag no início.', 'कैप्शन जोड़ें, शुरुआत हैशटैग से करें।', 'Agrega el texto, con el hashtag al inicio.', 'Añade el texto, con el hashtag al principio.'),
      six('Keep the post public for 7 days.', '貼文請公開 7 天。', 'Mantenha a publicação pública durante 7 dias.', 'पोस्ट को 7 दिन तक सार्वजनिक रखें।', 'Mantén la publicación pública por 7 días.', 'Mantén la publicación pública durante 7 días.'),
      six('Copy the video link and send it here with a screenshot.', '複製影片連結,連同截圖一起送出。', 'Copie a ligação do vídeo e envie-a aqui com uma captura.', 'वीडियो लिंक कॉपी करें और स्क्रीनशॉट के साथ यहाँ भेजें।', 'Copia el enlace del video y envíalo aquí con una captura.', 'Copia el enlace del vídeo y envíalo aquí con una captura.'),
    ],
    materials: [
      {
        key: 'caption', kind: 'copy', isTagged: true, label: labels.caption, text: six(
          'Half a minute with the Trail bottle: what I like and what I would change. https://example.com/trail',
          '半分鐘看 Trail 水壺:我喜歡的,和我會改的。https://example.com/trail',
          'Meio minuto com a garrafa Trail: o que gosto e o que mudaria. https://example.com/trail',
          'Trail बोतल के साथ आधा मिनट: मुझे क्या पसंद आया और मैं क्या बदलूँगा। https://example.com/trail',
          'Medio minuto con la botella Trail: lo que me gusta y lo que cambiaría. https://example.com/trail',
        ),
      },
      {
        key: 'talking-points', kind: 'copy', isTagged: false, label: labels.talkingPoints, text: six(
          'One: where you take it. Two: how the lid opens with one hand. Three: one thing you would improve.',
          '一:您帶它去哪裡。二:單手開蓋。三:一個您會改進的地方。',
          'Um: onde a leva. Dois: como a tampa abre com uma mão. Três: uma coisa que melhoraria.',
          'एक: आप इसे कहाँ ले जाते हैं। दो: ढक्कन एक हाथ से कैसे खुलता है। तीन: एक चीज़ जो आप सुधारेंगे।',
          'Uno: adónde la llevas. Dos: cómo se abre la tapa con una mano. Tres: una cosa que mejorarías.',
          'Uno: adónde la llevas. Dos: cómo se abre el tapón con una mano. Tres: una cosa que mejorarías.',
        ),
      },
      { key: 'picture', kind: 'image', label: labels.picture, fileName: 'trail-bottle.png' },
      { key: 'sample', kind: 'video', label: labels.sampleClip },
    ],
    example: sameEverywhere('https://www.tiktok.com/@username/video/7301234567890123456'),
  },
  {
    code: 'lumo-photo', kind: 4, icon: 'image', reward: 30_000n, minutes: 15, quotaDay: 3_000, targetUrl: 'https://example.com/lumo',
    title: six(
      'Post a photo of your desk with the Lumo lamp card', '張貼書桌與 Lumo 檯燈卡片的照片', 'Publique uma foto da secretária com o cartão Lumo', 'Lumo लैंप कार्ड के साथ डेस्क की फ़ोटो डालें', 'Publica una foto de tu escritorio con la tarjeta Lumo',
    ),
    brief: six(
      'Lumo is a desk lamp with a warm light. Download the card, set it on your desk or show it on a screen, and post one photo.',
      'Lumo 是一盞暖光檯燈。下載卡片,放在桌上或顯示於螢幕,張貼一張照片。',
      'A Lumo é um candeeiro de secretária de luz quente. Descarregue o cartão, ponha-o na secretária ou num ecrã e publique uma foto.',
      'Lumo गर्म रोशनी वाला डेस्क लैंप है। कार्ड डाउनलोड करें, डेस्क पर रखें या स्क्रीन पर दिखाएँ, और एक फ़ोटो पोस्ट करें।',
      'Lumo es una lámpara de escritorio de luz cálida. Descarga la tarjeta, ponla en tu escritorio o en una pantalla y publica una foto.',
    ),
    steps: [
      six('Download the card and take one photo of your desk with it.', '下載卡片,並與書桌合拍一張照片。', 'Descarregue o cartão e tire uma foto da secretária com ele.', 'कार्ड डाउनलोड करें और उसके साथ अपने डेस्क की एक फ़ोटो लें।', 'Descarga la tarjeta y toma una foto de tu escritorio con ella.', 'Descarga la tarjeta y haz una foto de tu escritorio con ella.'),
      six('Post it with the caption, with the hashtag at its start.', '附上貼文文字張貼,並以主題標籤開頭。', 'Publique-a com a legenda, com a hashtag no início.', 'कैप्शन के साथ पोस्ट करें, शुरुआत हैशटैग से करें।', 'Publícala con el texto, con el hashtag al inicio.', 'Publícala con el texto, con el hashtag al principio.'),
      six('Send a screenshot of the post and the link of your profile.', '上傳貼文截圖與個人檔案連結。', 'Envie uma captura da publicação e a ligação do seu perfil.', 'पोस्ट का स्क्रीनशॉट और अपनी प्रोफ़ाइल का लिंक भेजें।', 'Envía una captura de la publicación y el enlace de tu perfil.'),
    ],
    materials: [
      {
        key: 'caption', kind: 'copy', isTagged: true, label: labels.caption, text: six(
          'My desk after sunset, with a card of the Lumo lamp. https://example.com/lumo', '日落後的書桌,與 Lumo 檯燈卡片。https://example.com/lumo', 'A minha secretária depois do pôr do sol, com o cartão da Lumo. https://example.com/lumo',
          'सूर्यास्त के बाद मेरा डेस्क, Lumo लैंप के कार्ड के साथ। https://example.com/lumo', 'Mi escritorio al caer la tarde, con la tarjeta de la lámpara Lumo. https://example.com/lumo',
        ),
      },
      { key: 'card', kind: 'image', label: labels.picture, fileName: 'lumo-card.png' },
    ],
    example: six('A screenshot of the published post', '已發布貼文的截圖', 'Captura da publicação', 'प्रकाशित पोस्ट का स्क्रीनशॉट', 'Captura de la publicación'),
  },
]
