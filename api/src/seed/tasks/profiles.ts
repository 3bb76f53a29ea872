import { sameEverywhere, six } from '../../settings/six-languages.ts'
import { labels } from './labels.ts'
import type { TaskRow } from './task-row.ts'

/** Kinds 5 and 6: a line or a link in the person's own profile. */
export const profileTasks: readonly TaskRow[] = [
  {
    code: 'leafy-bio',
    kind: 5,
    icon: 'text',
    reward: 15_000n,
    minutes: 3,
    quotaDay: 3_000,
    targetUrl: 'https://example.com/leafy',
    title: six(
      'Add "Leafy partner #ad" to your profile for 7 days',
      '在個人簡介加入「Leafy 合作夥伴 #廣告」7 天',
      'Adicione "Parceiro Leafy #publicidade" ao perfil por 7 dias',
      '7 दिन के लिए प्रोफ़ाइल में "Leafy पार्टनर #विज्ञापन" जोड़ें',
      'Agrega "Socio Leafy #publicidad" a tu perfil por 7 días',
      'Añade "Socio Leafy #publi" a tu perfil durante 7 días',
    ),
    brief: six(
      'Leafy suggests dinners from what is left in the fridge. One line in your profile tells your followers that you work together.',
      'Leafy 依冰箱現有食材推薦晚餐。請在個人簡介用一行文字說明合作關係。',
      'A Leafy sugere jantares com o que resta no frigorífico. Uma linha no perfil diz aos seus seguidores que trabalham juntos.',
      'Leafy फ़्रिज में बची चीज़ों से खाना सुझाता है। प्रोफ़ाइल की एक पंक्ति बताती है कि आप साथ काम करते हैं।',
      'Leafy sugiere cenas con lo que queda en el refrigerador. Una línea en tu perfil les dice a tus seguidores que trabajan juntos.',
      'Leafy propone cenas con lo que queda en la nevera. Una línea en tu perfil dice a tus seguidores que trabajáis juntos.',
    ),
    steps: [
      six(
        'Copy the line into the description of your linked account.',
        '將文字貼到已綁定帳號的簡介。',
        'Copie a linha para a descrição da sua conta associada.',
        'पंक्ति को अपने जुड़े अकाउंट के विवरण में डालें।',
        'Copia la línea en la descripción de tu cuenta vinculada.',
      ),
      six(
        'Leave it there for 7 days.',
        '保留 7 天。',
        'Deixe-a lá durante 7 dias.',
        'इसे 7 दिन तक रहने दें।',
        'Déjala ahí por 7 días.',
        'Déjala ahí durante 7 días.',
      ),
      six(
        'Send your username and the link of your profile.',
        '提交使用者名稱與個人檔案連結。',
        'Envie o nome de utilizador e a ligação do perfil.',
        'अपना यूज़रनेम और प्रोफ़ाइल का लिंक भेजें।',
        'Envía tu nombre de usuario y el enlace de tu perfil.',
      ),
    ],
    materials: [
      {
        key: 'line',
        kind: 'copy',
        isTagged: false,
        label: labels.profileLine,
        text: six(
          'Leafy partner #ad',
          'Leafy 合作夥伴 #廣告',
          'Parceiro Leafy #publicidade',
          'Leafy पार्टनर #विज्ञापन',
          'Socio Leafy #publicidad',
          'Socio Leafy #publi',
        ),
      },
    ],
    example: sameEverywhere('https://www.instagram.com/username'),
  },
  {
    code: 'trail-link',
    kind: 6,
    icon: 'link',
    reward: 12_000n,
    minutes: 3,
    quotaDay: 3_000,
    targetUrl: 'https://example.com/trail',
    title: six(
      'Put the Trail campaign link in your profile',
      '在個人檔案放上 Trail 活動連結',
      'Coloque a ligação da campanha Trail no perfil',
      'प्रोफ़ाइल में Trail अभियान लिंक डालें',
      'Pon el enlace de Trail en tu perfil',
    ),
    brief: six(
      'Trail makes bottles that keep water cold for a day. Put its link where your profile shows a website, marked as advertising.',
      'Trail 水壺可保冷一整天。請將連結放在個人檔案的網站欄，並標示為廣告。',
      'A Trail faz garrafas que mantêm a água fria um dia inteiro. Coloque a ligação no campo do site do perfil, assinalada como publicidade.',
      'Trail ऐसी बोतलें बनाता है जो पानी को दिन भर ठंडा रखती हैं। प्रोफ़ाइल की वेबसाइट में लिंक डालें और उसे विज्ञापन बताएँ।',
      'Trail hace botellas que mantienen el agua fría todo el día. Pon su enlace en el sitio web de tu perfil, marcado como publicidad.',
    ),
    steps: [
      six(
        'Copy the campaign link into the website of your profile.',
        '將活動連結貼到個人檔案的網站欄。',
        'Copie a ligação da campanha para o site do seu perfil.',
        'अभियान लिंक को अपनी प्रोफ़ाइल की वेबसाइट में डालें।',
        'Copia el enlace de la campaña en el sitio web de tu perfil.',
      ),
      six(
        'Write the hashtag beside it.',
        '在旁邊寫上主題標籤。',
        'Escreva a hashtag ao lado.',
        'उसके पास हैशटैग लिखें।',
        'Escribe el hashtag a un lado.',
        'Escribe el hashtag al lado.',
      ),
      six(
        'Send your username and the link of your profile.',
        '提交使用者名稱與個人檔案連結。',
        'Envie o nome de utilizador e a ligação do perfil.',
        'अपना यूज़रनेम और प्रोफ़ाइल का लिंक भेजें।',
        'Envía tu nombre de usuario y el enlace de tu perfil.',
      ),
    ],
    materials: [
      {
        key: 'line',
        kind: 'copy',
        isTagged: true,
        label: labels.profileLine,
        text: six(
          'Trail bottles, link below',
          'Trail 水壺，連結在下方',
          'Garrafas Trail, ligação abaixo',
          'Trail बोतलें, लिंक नीचे',
          'Botellas Trail, enlace abajo',
        ),
      },
      { key: 'link', kind: 'link', label: labels.campaignLink, url: 'https://example.com/trail' },
    ],
    example: sameEverywhere('https://www.instagram.com/username'),
  },
]
