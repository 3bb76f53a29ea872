import { six } from '../six-languages.ts'
import { labels } from './labels.ts'
import type { TaskRow } from './task-row.ts'

/** Kinds 1, 2 and 7: words sent to people who agreed to them. */
export const messageTasks: readonly TaskRow[] = [
  {
    code: 'leafy-friend', kind: 1, icon: 'msg', reward: 6_000n, minutes: 3, quotaDay: 5_000, targetUrl: 'https://example.com/leafy',
    title: six(
      'Tell one friend who agreed about the Leafy recipe app', '向一位同意的朋友介紹 Leafy 食譜應用程式', 'Apresente a app de receitas Leafy a um amigo que aceitou', 'सहमत मित्र को Leafy रेसिपी ऐप के बारे में बताएं',
      'Cuéntale de la app Leafy a un amigo que aceptó', 'Háblale de la app Leafy a un amigo que haya aceptado',
    ),
    brief: six(
      'Leafy suggests dinners from what is left in the fridge. Ask a friend first, then send the message and a screenshot of it.',
      'Leafy 依冰箱現有食材推薦晚餐。請先徵得朋友同意,再傳送訊息並附上截圖。',
      'A Leafy sugere jantares com o que resta no frigorífico. Pergunte primeiro a um amigo, depois envie a mensagem e uma captura de ecrã.',
      'Leafy फ़्रिज में बची चीज़ों से रात के खाने सुझाता है। पहले मित्र से पूछें, फिर संदेश भेजें और उसका स्क्रीनशॉट दें।',
      'Leafy sugiere cenas con lo que queda en el refrigerador. Pregúntale primero a un amigo, luego envía el mensaje y una captura de pantalla.',
      'Leafy propone cenas con lo que queda en la nevera. Pregunta primero a un amigo, después envía el mensaje y una captura de pantalla.',
    ),
    steps: [
      six('Ask one friend whether you may send an advertisement.', '詢問一位朋友是否願意收到廣告。', 'Pergunte a um amigo se pode enviar publicidade.', 'एक मित्र से पूछें कि क्या आप विज्ञापन भेज सकते हैं।', 'Pregúntale a un amigo si puedes enviarle publicidad.', 'Pregunta a un amigo si puedes enviarle publicidad.'),
      six('Copy the message, add a word of your own and send it once.', '複製訊息,加上自己的話,只傳送一次。', 'Copie a mensagem, junte palavras suas e envie-a uma vez.', 'संदेश कॉपी करें, अपने शब्द जोड़ें और एक बार भेजें।', 'Copia el mensaje, agrega algo tuyo y envíalo una vez.', 'Copia el mensaje, añade algo tuyo y envíalo una vez.'),
      six('Take a screenshot without the friend’s name and send it here.', '截圖並遮住朋友姓名,上傳到這裡。', 'Faça uma captura sem o nome do amigo e envie-a aqui.', 'मित्र के नाम के बिना स्क्रीनशॉट लें और यहाँ भेजें।', 'Toma una captura sin el nombre de tu amigo y envíala aquí.', 'Haz una captura sin el nombre de tu amigo y envíala aquí.'),
    ],
    materials: [
      {
        key: 'message', kind: 'copy', isTagged: true, label: labels.message, text: six(
          'You said I may tell you: Leafy shows what to cook from what you already have. It is free to try: https://example.com/leafy',
          '您說可以告訴您:Leafy 會用您現有的食材推薦料理,可免費試用:https://example.com/leafy',
          'Disseste que te podia contar: a Leafy mostra o que cozinhar com o que já tens. Podes experimentar grátis: https://example.com/leafy',
          'तुमने कहा था बता सकता हूँ: Leafy बताता है कि घर में रखी चीज़ों से क्या पकाएँ। मुफ़्त आज़माएँ: https://example.com/leafy',
          'Me dijiste que te podía contar: Leafy te dice qué cocinar con lo que ya tienes. Pruébala gratis: https://example.com/leafy',
        ),
      },
      {
        key: 'short', kind: 'copy', isTagged: true, label: labels.shortMessage, text: six(
          'Leafy finds dinner in your fridge: https://example.com/leafy', 'Leafy 從冰箱找到今晚的晚餐:https://example.com/leafy', 'A Leafy encontra o jantar no teu frigorífico: https://example.com/leafy',
          'Leafy आपके फ़्रिज में ही रात का खाना खोज लेता है: https://example.com/leafy', 'Leafy encuentra la cena en tu refrigerador: https://example.com/leafy', 'Leafy encuentra la cena en tu nevera: https://example.com/leafy',
        ),
      },
      { key: 'picture', kind: 'image', label: labels.picture, fileName: 'leafy.png' },
    ],
    example: six('A screenshot of the sent message, names hidden', '已傳送訊息的截圖(隱藏姓名)', 'Captura da mensagem enviada, com os nomes ocultos', 'भेजे गए संदेश का स्क्रीनशॉट, नाम छिपाकर', 'Captura del mensaje enviado, con los nombres ocultos'),
  },
  {
    code: 'market-group', kind: 2, icon: 'group', reward: 9_000n, minutes: 5, quotaDay: 3_000, targetUrl: 'https://example.com/sunday-market',
    title: six(
      'Share the Sunday Market event in a group that allows ads', '在允許廣告的群組分享週日市集活動', 'Partilhe o Mercado de Domingo num grupo que permita anúncios', 'विज्ञापन की अनुमति वाले समूह में संडे मार्केट साझा करें', 'Comparte el Mercado Dominical en un grupo que permita anuncios',
    ),
    brief: six(
      'Forty small makers, food and music every Sunday. Share it once in a group whose rules allow advertising.',
      '每週日有四十個小攤、美食與音樂。請在規則允許廣告的群組分享一次。',
      'Quarenta pequenos produtores, comida e música todos os domingos. Partilhe uma vez num grupo cujas regras permitam publicidade.',
      'हर रविवार चालीस छोटे कारीगर, खाना और संगीत। ऐसे समूह में एक बार साझा करें जिसके नियम विज्ञापन की अनुमति देते हैं।',
      'Cuarenta pequeños productores, comida y música cada domingo. Compártelo una vez en un grupo cuyas reglas permitan publicidad.',
      'Cuarenta pequeños productores, comida y música cada domingo. Compártelo una vez en un grupo cuyas normas permitan publicidad.',
    ),
    steps: [
      six('Read the group’s rules; ask its admin where they are silent.', '閱讀群組規則;未寫明時請先詢問管理員。', 'Leia as regras do grupo; se nada disserem, pergunte ao administrador.', 'समूह के नियम पढ़ें; स्पष्ट न हों तो एडमिन से पूछें।', 'Lee las reglas del grupo; si no lo aclaran, pregunta al administrador.', 'Lee las normas del grupo; si no lo aclaran, pregunta al administrador.'),
      six('Post the text with the poster, once.', '張貼文字與海報,僅限一次。', 'Publique o texto com o cartaz, uma vez.', 'पोस्टर के साथ टेक्स्ट एक बार पोस्ट करें।', 'Publica el texto con el cartel, una sola vez.'),
      six('Send a screenshot of the post.', '上傳貼文截圖。', 'Envie uma captura da publicação.', 'पोस्ट का स्क्रीनशॉट भेजें।', 'Envía una captura de la publicación.'),
    ],
    materials: [
      {
        key: 'caption', kind: 'copy', isTagged: true, label: labels.caption, text: six(
          'Sunday Market: forty makers, warm food, live music. Sunday from 10:00 to 16:00. https://example.com/sunday-market',
          '週日市集:四十個攤位、熱食與現場音樂。週日 10:00–16:00。https://example.com/sunday-market',
          'Mercado de Domingo: quarenta produtores, comida quente e música ao vivo. Domingo das 10h às 16h. https://example.com/sunday-market',
          'संडे मार्केट: चालीस कारीगर, गरम खाना, लाइव संगीत। रविवार 10 से 4 बजे। https://example.com/sunday-market',
          'Mercado Dominical: cuarenta productores, comida caliente y música en vivo. Domingo de 10:00 a 16:00. https://example.com/sunday-market',
          'Mercado Dominical: cuarenta productores, comida caliente y música en directo. Domingo de 10:00 a 16:00. https://example.com/sunday-market',
        ),
      },
      { key: 'poster', kind: 'image', label: labels.poster, fileName: 'sunday-market.png' },
    ],
    example: six('A screenshot of the post in the group', '群組貼文截圖', 'Captura da publicação no grupo', 'समूह में पोस्ट का स्क्रीनशॉट', 'Captura de la publicación en el grupo'),
  },
  {
    code: 'trail-sms', kind: 7, icon: 'sms', reward: 5_000n, minutes: 2, quotaDay: 5_000, targetUrl: 'https://example.com/trail',
    title: six(
      'Send the invitation to one contact who asked for it', '傳送邀請給一位主動要求的聯絡人', 'Envie o convite a um contacto que o pediu', 'माँगने वाले एक संपर्क को निमंत्रण भेजें', 'Envía la invitación a un contacto que la pidió', 'Envía la invitación a un contacto que la haya pedido',
    ),
    brief: six(
      'Trail makes bottles that keep water cold for a day. Send the text message to one person who asked for it.',
      'Trail 水壺可保冷一整天。請將簡訊傳送給一位主動要求的人。',
      'A Trail faz garrafas que mantêm a água fria um dia inteiro. Envie o SMS a uma pessoa que o pediu.',
      'Trail ऐसी बोतलें बनाता है जो पानी को दिन भर ठंडा रखती हैं। माँगने वाले एक व्यक्ति को SMS भेजें।',
      'Trail hace botellas que mantienen el agua fría todo el día. Envía el SMS a una persona que lo pidió.',
      'Trail hace botellas que mantienen el agua fría todo el día. Envía el SMS a una persona que lo haya pedido.',
    ),
    steps: [
      six('Choose one contact who asked you for it.', '選擇一位主動要求的聯絡人。', 'Escolha um contacto que lho pediu.', 'एक संपर्क चुनें जिसने आपसे माँगा हो।', 'Elige un contacto que te lo pidió.', 'Elige un contacto que te lo haya pedido.'),
      six('Send the text once. Your operator may charge for it.', '只傳送一次;電信業者可能收費。', 'Envie o texto uma vez. O seu operador pode cobrar.', 'टेक्स्ट एक बार भेजें। आपका ऑपरेटर शुल्क ले सकता है।', 'Envía el texto una vez. Tu operador puede cobrarlo.'),
      six('Send a screenshot with the number hidden.', '隱藏號碼後上傳截圖。', 'Envie uma captura com o número oculto.', 'नंबर छिपाकर स्क्रीनशॉट भेजें।', 'Envía una captura con el número oculto.'),
    ],
    materials: [
      {
        key: 'message', kind: 'copy', isTagged: true, label: labels.message, text: six(
          'Here is the Trail bottle you asked about: https://example.com/trail', '這是您問的 Trail 水壺:https://example.com/trail', 'Aqui está a garrafa Trail de que me falaste: https://example.com/trail',
          'यह रही Trail बोतल जिसके बारे में आपने पूछा था: https://example.com/trail', 'Aquí está la botella Trail por la que preguntaste: https://example.com/trail',
        ),
      },
    ],
    example: six('A screenshot of the sent text message', '已傳送簡訊的截圖', 'Captura do SMS enviado', 'भेजे गए SMS का स्क्रीनशॉट', 'Captura del SMS enviado'),
  },
]
